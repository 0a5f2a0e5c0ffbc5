import type { Phase } from '../contract/connection.ts';
import type { Problem } from '../contract/error.ts';
import type { ClientState } from './clientTypes.ts';

type Told = Omit<ClientState, 'phase' | 'since' | 'stats'>;

/** Where a client stands, and since when. */
export class Status {
  username = '';
  roomId = '';
  /** Failed tries in a row. */
  attempt = 0;
  nextTryAt: number | null = null;
  problem: Problem | null = null;
  lastEventAt: number | null = null;
  readonly #now: () => number;
  readonly #tell: () => void;
  #phase: Phase = 'idle';
  #since: number;

  constructor(now: () => number, tell: () => void) {
    this.#now = now;
    this.#tell = tell;
    this.#since = now();
  }

  get phase(): Phase {
    return this.#phase;
  }

  /** Takes a phase, again too, and tells of it and of whatever else has changed. */
  enter(phase: Phase): void {
    if (phase !== this.#phase) this.#since = this.#now();
    this.#phase = phase;
    this.#tell();
  }

  /** Nothing has gone wrong, or nothing that still matters. */
  forgive(): void {
    this.attempt = 0;
    this.problem = null;
    this.nextTryAt = null;
  }

  report(stats: ClientState['stats']): ClientState {
    const { username, roomId, attempt, nextTryAt, problem, lastEventAt }: Told = this;
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
