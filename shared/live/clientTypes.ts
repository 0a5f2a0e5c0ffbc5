import type { Connection, Phase } from '../contract/connection.ts';
import type { Problem } from '../contract/error.ts';
import type { AttemptBudget } from './budget.ts';
import type { Inspection } from './inspection.ts';
import type { LiveMessage, RawMessage } from './messages.ts';
import type { RecentIds } from './recentIds.ts';
import type { FrameSource, OpenSocket, RoomFacts } from './source.ts';

/** Clock and timers; tests pass their own. */
export interface Clock {
  /** ms since 1970. */
  now(): number;
  /** Calls `run` once after `ms`. Returns a function that cancels it. */
  after(ms: number, run: () => void): () => void;
}

/** One frame's content without duplicates. */
export interface ReceivedFrame {
  /** Arrival time, ms since 1970. */
  at: number;
  /** The newest send time in the frame, by the platform's clock (ms); 0 if unknown. */
  sentAt: number;
  /** Decoded messages in the frame's order. */
  messages: LiveMessage[];
  /** All messages, also unknown and broken ones, for recording. Views into the frame's bytes. */
  raw: RawMessage[];
  /** Acknowledges the frame; the platform then deletes it. Call only after the messages are committed. */
  ack(): void;
}

/** A period in which messages may have been missed. Reported when it is over. */
export interface Gap {
  cause: 'disconnect' | 'silence' | 'badFrame';
  from: number;
  until: number;
  /** The method of the broken message; '' if unknown. */
  detail: string;
}

/** The state of a room client. Times are ms since 1970. */
export interface ClientState {
  phase: Phase;
  username: string;
  roomId: string;
  /** When the phase began. */
  since: number;
  /** Failed attempts in a row. */
  attempt: number;
  /** When the next attempt starts; null if none is scheduled. */
  nextTryAt: number | null;
  problem: Problem | null;
  /** Arrival of the room's last message of any kind. */
  lastEventAt: number | null;
  stats: Connection['stats'];
}

/** The time limits of a room client, all in ms. */
export interface ClientTimes {
  /** A room without a message for this long (ms) is silent. */
  silentAfter: number;
  /** A connection without a frame for this long (ms) is dead. */
  deadAfter: number;
  /** Time limit of one attempt (ms). */
  tryFor: number;
  /** How often to look (ms) whether an awaited room is live, and how often after the first hour. */
  lookEvery: number;
  lookLaterEvery: number;
  /** How long to stay connected after the room ended (ms), for messages that are on their way. */
  lingerFor: number;
}

export interface ClientOptions {
  source: FrameSource;
  openSocket: OpenSocket;
  clock: Clock;
  /** From 0 to below 1. */
  random: () => number;
  /** Throws if `bytes` are not gzip or the result exceeds `limit` bytes. */
  gunzip: (bytes: Uint8Array, limit: number) => Uint8Array;
  /** The show has received this room before, so history may contain missed gifts. */
  resumed?: boolean;
  /** Known message ids; may be shared with another client of the same room. */
  seen?: RecentIds;
  inspection?: Inspection;
  times?: Partial<ClientTimes>;
  /** The limit of attempts for this room, shared with its other clients. No limit without it. */
  budget?: AttemptBudget;
  onFrame: (frame: ReceivedFrame) => void;
  /** Called on every change except of `lastEventAt` and `stats`; read those from `state`. */
  onState: (state: ClientState) => void;
  onGap: (gap: Gap) => void;
  /** The room exceeds its budget: its socket is not read for `ms`. */
  onPause?: (ms: number) => void;
  /** The room, after each look-up. */
  onRoom: (room: RoomFacts) => void;
}

type Reported = Omit<ClientState, 'phase' | 'since' | 'stats'>;

/** The state of a room client as its owner sees it. `enter` calls `changed`. */
export class ClientStatus {
  username = '';
  roomId = '';
  /** Failed attempts in a row. */
  attempt = 0;
  nextTryAt: number | null = null;
  problem: Problem | null = null;
  lastEventAt: number | null = null;
  readonly #now: () => number;
  readonly #changed: () => void;
  #phase: Phase = 'idle';
  #since: number;

  constructor(now: () => number, changed: () => void) {
    this.#now = now;
    this.#changed = changed;
    this.#since = now();
  }

  get phase(): Phase {
    return this.#phase;
  }

  /** Sets the phase and reports the state, even if the phase is the same. */
  enter(phase: Phase): void {
    if (phase !== this.#phase) this.#since = this.#now();
    this.#phase = phase;
    this.#changed();
  }

  /** Clears the problem and the number of attempts. */
  clearProblem(): void {
    this.attempt = 0;
    this.problem = null;
    this.nextTryAt = null;
  }

  report(stats: ClientState['stats']): ClientState {
    const { username, roomId, attempt, nextTryAt, problem, lastEventAt }: Reported = this;
    const phase = this.#phase;
    return {
      phase,
      username,
      roomId,
      since: this.#since,
      attempt,
      nextTryAt,
      problem,
      lastEventAt,
      stats: { ...stats },
    };
  }
}
