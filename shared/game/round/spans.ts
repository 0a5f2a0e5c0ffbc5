import type { GiftInput } from '../../contract/input.ts';
import type { Round } from './round.ts';

/*
 * A round stores the spans of time in which it takes gifts. A gift belongs to the round whose span contains the gift's
 * send time.
 */

/** Without a clock offset, a send time is trusted if the message arrived within this time (ms) of it. */
export const SEND_TIME_WINDOW_MS = 10_000;
/** A corrected send time is trusted up to this age (ms), longer than any outage after which gifts are sent again. */
export const OLDEST_SEND_TIME_MS = 24 * 60 * 60_000;

/**
 * The moment (ms, host's clock) that decides a gift's round and status: its send time, corrected by the clock offset.
 * Without a plausible send time it is the arrival.
 */
export function momentOf({ at, sentAt }: GiftInput, clockAhead: number | null): number {
  if (sentAt <= 0) return at;
  const sent = clockAhead === null ? sentAt : sentAt + clockAhead;
  const oldest = at - (clockAhead === null ? SEND_TIME_WINDOW_MS : OLDEST_SEND_TIME_MS);
  return sent <= at && sent >= oldest ? sent : at;
}

/**
 * The id of the round that contains this moment, negated if the round is already settled. 0 if no round contains it,
 * such as between rounds or in a pause.
 */
export function roundIdAt(rounds: readonly Round[], moment: number): number {
  for (let index = rounds.length - 1; index >= 0; index -= 1) {
    const round = rounds[index];
    if (round === undefined || round.phase === 'prepared') continue;
    if (covers(round, moment)) return round.phase === 'settled' ? -round.id : round.id;
    // Rounds do not overlap: a gift sent after this round began is in no earlier one.
    if (moment >= round.startedAt) return 0;
  }
  return 0;
}

/** Makes the round take gifts that are sent from `at` on. */
export function openSpan(round: Round, at: number): void {
  round.spans.push([at, null]);
}

/** Makes the round refuse gifts that are sent from `at` on; a later planned end moves forward to `at`. */
export function closeSpan(round: Round, at: number): void {
  const span = round.spans.at(-1);
  if (span !== undefined && (span[1] === null || span[1] > at)) span[1] = Math.max(span[0], at);
}

function covers(round: Round, moment: number): boolean {
  const { spans } = round;
  for (let index = spans.length - 1; index >= 0; index -= 1) {
    const span = spans[index];
    if (span !== undefined && moment >= span[0] && (span[1] === null || moment < span[1])) return true;
  }
  return false;
}
