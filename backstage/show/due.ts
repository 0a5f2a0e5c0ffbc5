import type { ClockInput, Input } from '#shared/contract/input.ts';
import type { GameState } from '#shared/game/fold.ts';
import { nextDue } from '#shared/game/round/time.ts';
import type { Clock } from '../clock.ts';

/**
 * Returns the clock input that is due at or before `next` (ms since 1970), or null. The clock input carries the time
 * at which it was due, even if the timer fires late or the show was closed at that time.
 */
function dueBefore(state: GameState, next: number): ClockInput | null {
  const due = nextDue(state);
  return due !== null && due <= next ? { kind: 'clock', at: due } : null;
}

/**
 * Calls `apply` with every clock input that is due before `input`, then with `input`. `apply` must fold each at once.
 */
export function withClockInputs(state: GameState, input: Input, apply: (input: Input) => void): void {
  if (input.kind === 'clock') {
    apply(input);
    return;
  }
  let last = Number.NEGATIVE_INFINITY;
  for (let step = dueBefore(state, input.at); step !== null; step = dueBefore(state, input.at)) {
    // Stop if folding the step did not move the due time: the loop would never end.
    if (step.at <= last) break;
    last = step.at;
    apply(step);
  }
  apply(input);
}

/** The longest wait (ms) before the due time is checked again: somebody may set the clock, or the machine may sleep. */
const CHECK_EVERY = 1000;
/** The wait (ms) before a clock input is submitted again, if the first one did not move the due time (a defect). */
const STUCK_RETRY = 60_000;

/** Submits a clock input whenever the state of the game has one due. */
export class DueTimer {
  readonly #clock: Clock;
  readonly #state: () => GameState;
  readonly #submit: (step: ClockInput) => void;
  #at: number | null = null;
  /** The due time of the clock input that was submitted last. */
  #submittedAt: number | null = null;
  #cancel = () => {};

  constructor(clock: Clock, state: () => GameState, submit: (step: ClockInput) => void) {
    this.#clock = clock;
    this.#state = state;
    this.#submit = submit;
  }

  /** Sets the timer to the next due time. Call it whenever the state has changed. */
  reschedule(): void {
    const due = nextDue(this.#state());
    if (due === this.#at) return;
    this.stop();
    this.#at = due;
    if (due === null) return;
    const wait = due === this.#submittedAt ? STUCK_RETRY : Math.min(due - this.#clock.now(), CHECK_EVERY);
    this.#cancel = this.#clock.after(wait, () => {
      this.#at = null;
      const now = this.#clock.now();
      const step = dueBefore(this.#state(), now);
      // A timer may fire early, or an input may have changed the due time meanwhile.
      if (step === null) this.reschedule();
      else {
        this.#submittedAt = step.at;
        this.#submit(step);
      }
    });
  }

  stop(): void {
    this.#cancel();
    this.#at = null;
  }
}
