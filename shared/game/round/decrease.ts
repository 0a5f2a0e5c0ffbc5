import { VOTE } from '../votes.ts';
import { ranUntil } from './countdown.ts';
import type { Round } from './round.ts';
import { anchorScore, fallOf } from './score.ts';

/*
 * The decrease mechanism: after some seconds without a gift for an anchor its score falls, by a rate each
 * second or at once to 0. It is reckoned at whole seconds of the round's running time, so a pause stops it,
 * and it ends with the countdown.
 */

const SECOND = 1000;

/** Every anchor of the round waits from its beginning. */
export function beginFalls(round: Round): void {
  if (round.rules.decrease.after === 0) return;
  round.falls = round.anchors.map((anchorId) => ({ anchorId, idleSince: 0, lostTenths: 0 }));
}

/** A gift for the anchor came: its wait begins anew. */
export function restartWait(round: Round, anchorId: string, at: number): void {
  const fall = fallOf(round, anchorId);
  if (fall !== undefined) fall.idleSince = ranUntil(round.countdown, at);
}

/** When the next second has to be reckoned (ms); Infinity while nothing can fall. */
export function nextTick(round: Round): number {
  const { since, ran } = round.countdown;
  if (since === null || round.falls.length === 0) return Number.POSITIVE_INFINITY;
  return since + (round.ticked + 1) * SECOND - ran;
}

/** Reckons the next second. */
export function tick(round: Round): void {
  round.ticked += 1;
  const now = round.ticked * SECOND;
  const { after, perSecond, toZero } = round.rules.decrease;
  for (const fall of round.falls) {
    const over = now - fall.idleSince - after * SECOND;
    const score = anchorScore(round, fall.anchorId);
    if (score <= 0 || over < (toZero ? 0 : SECOND)) continue;
    fall.lostTenths += toZero ? score : Math.min(score, perSecond * VOTE);
  }
}
