import type { Countdown } from '../../contract/round.ts';

/*
 * A countdown is a deadline while it runs and a rest while it stands, never a counter: nothing has to tick for
 * it to be right, and standing for any time changes nothing that is left.
 */

/** `length` in ms; 0 runs without end. */
export function newCountdown(length: number): Countdown {
  return { length, ran: 0, since: null };
}

export function run(countdown: Countdown, at: number): void {
  if (countdown.since === null) countdown.since = at;
}

export function halt(countdown: Countdown, at: number): void {
  if (countdown.since === null) return;
  countdown.ran += Math.max(0, at - countdown.since);
  countdown.since = null;
}

/** When it reaches 0 (ms); Infinity while it stands or when it has no end. */
export function deadlineOf(countdown: Countdown): number {
  const { length, ran, since } = countdown;
  return since === null || length === 0 ? Number.POSITIVE_INFINITY : since + Math.max(0, length - ran);
}

/** ms that it has run until `now`. */
export function ranUntil(countdown: Countdown, now: number): number {
  return countdown.ran + (countdown.since === null ? 0 : Math.max(0, now - countdown.since));
}

/** ms left at `now`; null without end. */
export function leftOf(countdown: Countdown, now: number): number | null {
  return countdown.length === 0 ? null : Math.max(0, countdown.length - ranUntil(countdown, now));
}
