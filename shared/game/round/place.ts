import type { GiftInput } from '../../contract/input.ts';
import type { Round } from './round.ts';

/**
 * In a journal without clock offsets the platform's send time is believed where the message came within this time
 * of it (ms): the two clocks may differ.
 */
export const SEND_TIME_WINDOW_MS = 10_000;
/** A corrected send time is believed up to this age (ms), which is longer than any outage whose gifts come again. */
export const OLDEST_SEND_TIME_MS = 24 * 60 * 60_000;

/**
 * The moment by which a gift is judged, by the host's clock: its send time corrected by the clock offset, however
 * late it arrives. Without a send time that can be right, the arrival. Nothing is sent after it has arrived.
 */
export function momentOf({ at, sentAt }: GiftInput, clockAhead: number | null): number {
  if (sentAt <= 0) return at;
  const sent = clockAhead === null ? sentAt : sentAt + clockAhead;
  const oldest = at - (clockAhead === null ? SEND_TIME_WINDOW_MS : OLDEST_SEND_TIME_MS);
  return sent <= at && sent >= oldest ? sent : at;
}

/**
 * The round in which the moment of a gift's own message falls: its id; less than 0 (the id negated) when that round was
 * settled before the message came; 0 when it falls in none, as between two rounds or while one was paused.
 */
export function placeOf(rounds: readonly Round[], moment: number): number {
  for (let index = rounds.length - 1; index >= 0; index -= 1) {
    const round = rounds[index];
    if (round === undefined || round.phase === 'prepared') continue;
    if (covers(round, moment)) return round.phase === 'settled' ? -round.id : round.id;
    // Rounds do not overlap: what was sent since this one began is in no earlier one.
    if (moment >= round.startedAt) return 0;
  }
  return 0;
}

/** Opens the round for gifts. */
export function openSpan(round: Round, at: number): void {
  round.spans.push([at, null]);
}

/** Closes the round for gifts sent from `at` on; a close that lies ahead is brought forward. */
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
