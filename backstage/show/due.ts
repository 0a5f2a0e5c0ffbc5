import type { ClockInput, Input } from '#shared/contract/input.ts';
import { nextDue } from '#shared/game/due.ts';
import type { GameState } from '#shared/game/fold.ts';

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
  let last = Number.NEGATIVE_INFINITY;
  for (let step = dueBefore(state, input.at); step !== null; step = dueBefore(state, input.at)) {
    // A step that leads nowhere would be repeated for ever.
    if (step.at <= last) break;
    last = step.at;
    take(step);
  }
  take(input);
}
