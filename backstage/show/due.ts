import type { ClockInput, Input } from '#shared/contract/input.ts';
import { nextDue } from '#shared/game/due.ts';
import type { GameState } from '#shared/game/fold.ts';
import type { Clock } from '../clock.ts';

/**
 * The step of the clock that belongs before `next` (or before the moment `next`), null when none does. What
 * happens by time happens at its time, also when the timer comes late or the show was not open then.
 */
export function dueBefore(state: GameState, next: number): ClockInput | null {
  const due = nextDue(state);
  return due !== null && due <= next ? { kind: 'clock', at: due } : null;
}

/** `input` with the steps of the clock that belong before it; `take` must fold each before it returns. */
export function inOrder(state: GameState, input: Input, take: (input: Input) => void): void {
  if (input.kind === 'clock') {
    take(input);
    return;
  }
  let last = Number.NEGATIVE_INFINITY;
  for (let step = dueBefore(state, input.at); step !== null; step = dueBefore(state, input.at)) {
    // A step that leads nowhere would be repeated for ever.
    if (step.at <= last) break;
    last = step.at;
    take(step);
  }
  take(input);
}

/** It is looked again at least so often (ms): the clock may have been set, or the machine may have slept. */
const LOOK_EVERY = 1000;
/** How long to wait (ms) before a step is handed in again that a defect has kept from leading anywhere. */
const STUCK_RETRY = 60_000;

/** Lets what happens by time happen at its time: hands in a step of the clock whenever one is due. */
export class DueTimer {
  readonly #clock: Clock;
  readonly #state: () => GameState;
  readonly #handIn: (step: ClockInput) => void;
  #at: number | null = null;
  /** The moment of the step that was handed in last. */
  #handed: number | null = null;
  #cancel = () => {};

  constructor(clock: Clock, state: () => GameState, handIn: (step: ClockInput) => void) {
    this.#clock = clock;
    this.#state = state;
    this.#handIn = handIn;
  }

  /** To be called whenever the state has changed. */
  watch(): void {
    const due = nextDue(this.#state());
    if (due === this.#at) return;
    this.stop();
    this.#at = due;
    if (due === null) return;
    const wait = due === this.#handed ? STUCK_RETRY : Math.min(due - this.#clock.now(), LOOK_EVERY);
    this.#cancel = this.#clock.after(wait, () => {
      this.#at = null;
      const now = this.#clock.now();
      const step = dueBefore(this.#state(), now);
      // A timer may fire early, or what was due may have happened with an input meanwhile.
      if (step === null) this.watch();
      else {
        this.#handed = step.at;
        this.#handIn(step);
      }
    });
  }

  stop(): void {
    this.#cancel();
    this.#at = null;
  }
}
