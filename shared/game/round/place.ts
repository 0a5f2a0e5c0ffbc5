import type { GiftInput } from '../../contract/input.ts';
import type { Round } from './round.ts';

/** The platform's send time is believed where the message came within this time of it (ms). */
export const SEND_TIME_WINDOW_MS = 10_000;

/**
 * The moment by which a gift is judged: when it was sent, where that is known and believable, else when it
 * arrived. Nothing is sent after it has arrived, whatever the platform's clock says.
 */
export function momentOf(gift: GiftInput): number {
  const { at, sentAt } = gift;
  return sentAt > 0 && sentAt <= at && at - sentAt <= SEND_TIME_WINDOW_MS ? sentAt : at;
}

/**
 * The round in which a gift's own message falls: its id; less than 0 (the id negated) when that round was
 * settled before the message came; 0 when it falls in none, as between two rounds or while one was paused.
 */
export function placeOf(rounds: readonly Round[], gift: GiftInput): number {
  const moment = momentOf(gift);
  for (let index = rounds.length - 1; index >= 0; index -= 1) {
    const round = rounds[index];
    if (round === undefined || round.phase === 'prepared') continue;
    if (covers(round, moment)) return round.phase === 'settled' ? -round.id : round.id;
    // Rounds do not overlap: what was sent since this one began is in no earlier one.
    if (moment >= round.startedAt) return 0;
  }
  return 0;
}

/** Opens the round for gifts; spans in which no message can fall any more are dropped. */
export function openSpan(round: Round, at: number): void {
  const oldest = at - SEND_TIME_WINDOW_MS;
  round.spans = round.spans.filter(([, until]) => until === null || until >= oldest);
  round.spans.push([at, null]);
}

export function closeSpan(round: Round, at: number): void {
  const span = round.spans.at(-1);
  if (span !== undefined && span[1] === null) span[1] = Math.max(span[0], at);
}

function covers(round: Round, moment: number): boolean {
  const { spans } = round;
  for (let index = spans.length - 1; index >= 0; index -= 1) {
    const span = spans[index];
    if (span !== undefined && moment >= span[0] && (span[1] === null || moment < span[1])) return true;
  }
  return false;
}
