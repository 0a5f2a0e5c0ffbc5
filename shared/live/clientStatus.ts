import type { Phase } from '../contract/connection.ts';
import type { Problem } from '../contract/error.ts';
import type { ClientState } from './clientTypes.ts';

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
