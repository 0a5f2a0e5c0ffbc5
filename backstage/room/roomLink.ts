import type { CallResult } from '#shared/contract/backstage.ts';
import { type Connection, type Line, noStats } from '#shared/contract/connection.ts';
import type { Problem } from '#shared/contract/error.ts';
import type { Input } from '#shared/contract/input.ts';
import type { AttemptBudget } from '#shared/live/budget.ts';
import { RoomClient } from '#shared/live/client.ts';
import type { ClientState, ClientTimes, Gap, ReceivedFrame } from '#shared/live/clientTypes.ts';
import type { GiftMessage } from '#shared/live/messages.ts';
import type { FrameSource, OpenSocket, RoomFacts } from '#shared/live/source.ts';
import type { Clock } from '../clock.ts';
import { toRecorded } from '../recording/line.ts';
import type { Arrival } from '../show/intake.ts';
import { toGiftInput } from '../show/toInput.ts';
import { gunzip } from '../sources/gunzip.ts';

/** Messages that a recording keeps: those that counting and battles read. */
const RECORDED = new Set([
  'WebcastGiftMessage',
  'WebcastControlMessage',
  'WebcastLinkMicBattle',
  'WebcastLinkMicArmies',
]);

interface RoomLinkOptions {
  line: Line;
  rehearsal: boolean;
  source: FrameSource;
  openSocket: OpenSocket;
  clock: Clock;
  random: () => number;
  /** The show has received this room before. */
  resumed: boolean;
  times?: Partial<ClientTimes> | undefined;
  recordAll: boolean;
  /** The limit of attempts for the room; undefined for none. */
  budget: AttemptBudget | undefined;
}

interface RoomLinkEvents {
  /** The room was looked up. */
  found(link: RoomLink, facts: RoomFacts): void;
  /** A frame arrived at `at`; the platform sent it at `sentAt` by its own clock (0: unknown). */
  timed(at: number, sentAt: number): void;
  /** Hands over a frame's arrivals. Returns false if memory is full; the link then stops. */
  arrived(arrivals: Arrival[], done: () => void): boolean;
  changed(link: RoomLink, state: ClientState): void;
  /** The room exceeds its budget and is not read for `ms`. */
  paused(ms: number): void;
  /** A gift with an image arrived. */
  pictured(gift: GiftMessage): void;
}

/** One room on one line: runs the room client and converts frames to inputs. */
export class RoomLink {
  readonly line: Line;
  readonly rehearsal: boolean;
  readonly #client: RoomClient;
  readonly #options: RoomLinkOptions;
  readonly #events: RoomLinkEvents;
  #ownerKnown = false;
  /** Set when memory was full; later frames are ignored. */
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
      budget: options.budget,
      times: options.times,
      onFrame: (frame) => this.#receive(frame),
      onState: (state) => events.changed(this, state),
      onGap: (gap) => this.#gap(gap),
      onPause: (ms) => events.paused(ms),
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

  /** Whether the link is connected or keeps trying. */
  get active(): boolean {
    const { phase } = this.state;
    return phase !== 'idle' && phase !== 'ended' && phase !== 'failed';
  }

  /** @throws RingsideError username.required, username.invalid */
  start(username: string): void {
    this.#client.start(username);
  }

  /** Like `start`, but waits while the room is not live. */
  wait(username: string): void {
    this.#client.wait(username);
  }

  stop(): void {
    this.#client.stop();
  }

  /** Shows the line's page to a person, if the page waits for one. */
  showPage(): void {
    this.#options.source.showPage?.();
  }

  connection(): Connection {
    const { username, roomId, phase, since, lastEventAt, attempt, nextTryAt, problem, stats } = this.state;
    const { id: lineId, kind } = this.line;
    const now = this.#options.clock.now();
    const { rehearsal } = this;
    const { ways } = this.#options.source;
    return {
      phase,
      username,
      lineId,
      kind,
      ...(ways === undefined ? {} : { auto: ways.report() }),
      rehearsal,
      roomId,
      since,
      lastEventAt,
      attempt,
      nextTryAt,
      problem,
      stats,
      now,
    };
  }

  /** Messages that could not be decoded, by method, with examples. */
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

  #receive({ at, sentAt, messages, raw, ack }: ReceivedFrame): void {
    if (this.#overflowed) return;
    this.#events.timed(at, sentAt);
    const gifts = new Map<string, Input>();
    const histories = new Map<string, 'first' | 'again'>();
    for (const message of messages) {
      if (message.history !== undefined) histories.set(message.msgId, message.history);
      if (message.kind !== 'gift') continue;
      gifts.set(message.msgId, toGiftInput(message, at, this.#ownerKnown));
      if (message.image !== undefined) this.#events.pictured(message);
    }
    const arrivals: Arrival[] = [];
    for (const message of raw) {
      if (!this.#options.recordAll && !RECORDED.has(message.method)) continue;
      const input = gifts.get(message.msgId);
      gifts.delete(message.msgId);
      const recorded = toRecorded(at, message, histories.get(message.msgId));
      arrivals.push(input === undefined ? { recorded } : { input, recorded });
    }
    // Messages whose id is only inside the payload were not matched above.
    for (const input of gifts.values()) arrivals.push({ input });
    // Also without arrivals: a frame may repeat a gift that waits to be stored. Once it is acknowledged, it comes no more.
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

/** The connection that screens show while no room is open. */
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
    stats: { ...noStats },
    now,
  };
}
