import type { Countdown } from '../../contract/round.ts';

/*
 * A countdown stores when it was started and how long it ran before, so no timer has to tick for it.
 */

/** Creates a stopped countdown. `length` in ms; 0 has no end. */
export function newCountdown(length: number): Countdown {
  return { length, ran: 0, since: null };
}

/** Starts the countdown, or resumes it; `at` in ms. */
export function run(countdown: Countdown, at: number): void {
  if (countdown.since === null) countdown.since = at;
}

/** Stops the countdown; `at` in ms. */
export function halt(countdown: Countdown, at: number): void {
  if (countdown.since === null) return;
  countdown.ran += Math.max(0, at - countdown.since);
  countdown.since = null;
}

/** The time (ms) at which the countdown reaches 0; Infinity if it is stopped or has no end. */
export function deadlineOf(countdown: Countdown): number {
  const { length, ran, since } = countdown;
  return since === null || length === 0 ? Number.POSITIVE_INFINITY : since + Math.max(0, length - ran);
}

/** ms that the countdown has run until `now`. */
export function ranUntil(countdown: Countdown, now: number): number {
  return countdown.ran + (countdown.since === null ? 0 : Math.max(0, now - countdown.since));
}

/** ms left at `now`; null if the countdown has no end. */
export function leftOf(countdown: Countdown, now: number): number | null {
  return countdown.length === 0 ? null : Math.max(0, countdown.length - ranUntil(countdown, now));
}
