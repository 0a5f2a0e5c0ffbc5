import type { CallResult } from '#shared/contract/backstage.ts';
import type { Connection, Line } from '#shared/contract/connection.ts';
import type { Problem } from '#shared/contract/error.ts';
import type { Input } from '#shared/contract/input.ts';
import { RoomClient } from '#shared/live/client.ts';
import type { ClientState, ClientTimes, Intake as FrameIntake, Gap } from '#shared/live/clientTypes.ts';
import type { OpenSocket } from '#shared/live/socket.ts';
import type { FrameSource, RoomFacts } from '#shared/live/source.ts';
import type { Clock } from '../clock.ts';
import { toRecorded } from '../recording/line.ts';
import type { Arrival } from '../show/intake.ts';
import { toGiftInput } from '../show/toInput.ts';
import { gunzip } from '../sources/gunzip.ts';

/** The messages that a recording keeps: what counting and the battle read. */
const RECORDED = new Set([
  'WebcastGiftMessage',
  'WebcastControlMessage',
  'WebcastLinkMicBattle',
  'WebcastLinkMicArmies',
]);

export interface RoomLinkOptions {
  line: Line;
  rehearsal: boolean;
  source: FrameSource;
  openSocket: OpenSocket;
  clock: Clock;
  random: () => number;
  /** The show has listened to this room before. */
  resumed: boolean;
  times?: Partial<ClientTimes> | undefined;
  recordAll: boolean;
}

export interface RoomLinkEvents {
  /** The room was found, at first or again. */
  found(link: RoomLink, facts: RoomFacts): void;
  /** A frame came at `at`, which the platform sent at `sentAt` by its own clock (0: it does not say). */
  timed(at: number, sentAt: number): void;
  /** Takes in a frame; false when it cannot be held, then the link lets go of the room. */
  arrived(arrivals: Arrival[], done: () => void): boolean;
  changed(link: RoomLink, state: ClientState): void;
  /** The room sends more than it may: it is not read for so long (ms). */
  rested(ms: number): void;
}

/** One room on one line: the room client with its frames turned into inputs. */
export class RoomLink {
  readonly line: Line;
  readonly rehearsal: boolean;
  readonly #client: RoomClient;
  readonly #options: RoomLinkOptions;
  readonly #events: RoomLinkEvents;
  #ownerKnown = false;
  /** Set when a frame could not be held; frames are refused from then on. */
  #overflowed = false;

  constructor(options: RoomLinkOptions, events: RoomLinkEvents) {
    this.line = options.line;
    this.rehearsal = options.rehearsal;
    this.#options = options;
    this.#events = events;
    this.#client = new RoomClient({
      source: options.source,
      openSocket: options.openSocket,
      clock: options.clock,
      random: options.random,
      gunzip,
      resumed: options.resumed,
      ...(options.times === undefined ? {} : { times: options.times }),
      onFrame: (intake) => this.#take(intake),
      onState: (state) => events.changed(this, state),
      onGap: (gap) => this.#gap(gap),
      onRest: (ms) => events.rested(ms),
      onRoom: (facts) => {
        this.#ownerKnown = facts.ownerId !== '';
        events.found(this, facts);
      },
    });
  }

  get state(): ClientState {
    return this.#client.state;
  }

  get overflowed(): boolean {
    return this.#overflowed;
  }

  /** Whether it listens, or tries to by itself. */
  get active(): boolean {
    const { phase } = this.state;
    return phase !== 'idle' && phase !== 'ended' && phase !== 'failed';
  }

  /** @throws RingsideError for what cannot be a username. */
  start(username: string): void {
    this.#client.start(username);
  }

  stop(): void {
    this.#client.stop();
  }

  connection(): Connection {
    const { username, roomId, phase, since, lastEventAt, attempt, nextTryAt, problem, stats } = this.state;
    const { id: lineId, kind } = this.line;
    const now = this.#options.clock.now();
    const { rehearsal } = this;
    return {
      ...{ phase, username, lineId, kind, rehearsal, roomId, since, lastEventAt },
      ...{ attempt, nextTryAt, problem, stats, now },
    };
  }

  /** What could not be decoded, by method, and a few examples of it. */
  inspect(): CallResult<'inspect.messages'>['methods'] {
    const lastAt = this.state.lastEventAt ?? 0;
    return this.#client.inspection.report().flatMap(({ method, unknown, broken, specimens }) =>
      [['unknown', unknown] as const, ['broken', broken] as const]
        .filter(([, count]) => count > 0)
        .map(([kind, count]) => ({
          method,
          kind,
          count,
          lastAt,
          samples: specimens
            .filter(({ fault }) => fault === kind)
            .map(({ reason, bytes }) => ({ reason, payload: Buffer.from(bytes).toString('base64') })),
        })),
    );
  }

  #take({ at, sentAt, messages, raw, ack }: FrameIntake): void {
    if (this.#overflowed) return;
    this.#events.timed(at, sentAt);
    const gifts = new Map<string, Input>();
    const histories = new Map<string, 'first' | 'again'>();
    for (const message of messages) {
      if (message.history !== undefined) histories.set(message.msgId, message.history);
      if (message.kind === 'gift') gifts.set(message.msgId, toGiftInput(message, at, this.#ownerKnown));
    }
    const arrivals: Arrival[] = [];
    for (const message of raw) {
      if (!this.#options.recordAll && !RECORDED.has(message.method)) continue;
      const input = gifts.get(message.msgId);
      gifts.delete(message.msgId);
      const recorded = toRecorded(at, message, histories.get(message.msgId));
      arrivals.push(input === undefined ? { recorded } : { input, recorded });
    }
    // A message without an id of its own outside has one inside, so it is not met above.
    for (const input of gifts.values()) arrivals.push({ input });
    if (arrivals.length === 0) {
      ack();
      return;
    }
    if (this.#events.arrived(arrivals, ack)) return;
    this.#overflowed = true;
    this.stop();
  }

  #gap({ cause, from, until, detail }: Gap): void {
    const input: Input = {
      kind: 'gap',
      at: this.#options.clock.now(),
      cause,
      from,
      until,
      detail: detail.slice(0, 200),
    };
    this.#events.arrived([{ input }], () => {});
  }
}

/** What is said of the line while no room is open. */
export function idleConnection(line: Line, now: number, problem: Problem | null = null): Connection {
  return {
    phase: 'idle',
    username: '',
    lineId: line.id,
    kind: line.kind,
    rehearsal: false,
    roomId: '',
    since: now,
    lastEventAt: null,
    attempt: 0,
    nextTryAt: null,
    problem,
    stats: {
      frames: 0,
      messages: 0,
      gifts: 0,
      duplicates: 0,
      unknown: 0,
      broken: 0,
      viewers: 0,
      likes: 0,
    },
    now,
  };
}
