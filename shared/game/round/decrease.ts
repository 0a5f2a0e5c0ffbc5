import type { Tally } from '../../contract/snapshot.ts';
import { anchorTarget } from '../table.ts';
import { VOTE } from '../votes.ts';
import { ranUntil } from './countdown.ts';
import { isOn, type Round } from './round.ts';
import { anchorScore, fallOf, votesOf } from './score.ts';

/*
 * The decrease mechanism: after some seconds without a gift for an anchor its score falls, by a rate each
 * second or at once to 0. It is reckoned at whole seconds of the round's running time, so a pause stops it,
 * and it ends with the countdown.
 */

const SECOND = 1000;

/** A whole ledger row, as far as scores know it. */
export type Row = Tally & { rowId: number };

/**
 * Every anchor of the round waits from its beginning. In a resurrection nothing falls: it is decided by the votes that
 * have arrived, and so they are what it shows.
 */
export function beginFalls(round: Round): void {
  if (round.rules.decrease.after === 0 || round.kind === 'resurrection') return;
  round.falls = round.anchors.map((anchorId) => ({
    anchorId,
    idleSince: 0,
    lostTenths: 0,
    fellSeq: 0,
    freshTenths: 0,
    moved: [],
  }));
}

/**
 * A correction has taken a row from the anchor's votes. What the decrease took from it goes with it: a part in
 * proportion, and nothing of a row that began after the last fall. So nothing is taken from gifts that came later.
 */
export function rowLeft(round: Round, anchorId: string, row: Row): void {
  const fall = fallOf(round, anchorId);
  if (fall === undefined || round.rules.edition === 1) return;
  if (row.rowId > fall.fellSeq) {
    fall.freshTenths -= row.votesTenths;
    return;
  }
  const known = fall.moved.find(({ rowId }) => rowId === row.rowId);
  const left = votesOf(round, anchorTarget(anchorId)) - fall.freshTenths;
  const inProportion = Math.ceil((fall.lostTenths * row.votesTenths) / Math.max(1, left + row.votesTenths));
  // No more stays behind than the older votes that are left.
  const over = fall.lostTenths - Math.max(0, left);
  const part = Math.min(fall.lostTenths, Math.max(known?.lostTenths ?? inProportion, over));
  fall.lostTenths -= part;
  if (part === 0) fall.moved = fall.moved.filter((each) => each !== known);
  else if (known === undefined) fall.moved.push({ rowId: row.rowId, lostTenths: part, away: true });
  else {
    known.lostTenths = part;
    known.away = true;
  }
}

/** A correction has given the row to the anchor: what left with it comes back with it, else it counts in full. */
export function rowCame(round: Round, anchorId: string, row: Row): void {
  const fall = fallOf(round, anchorId);
  if (fall === undefined || round.rules.edition === 1) return;
  if (row.rowId > fall.fellSeq) {
    fall.freshTenths += row.votesTenths;
    return;
  }
  const known = fall.moved.find(({ rowId }) => rowId === row.rowId);
  if (known === undefined) fall.moved.push({ rowId: row.rowId, lostTenths: 0, away: false });
  else if (known.away) {
    fall.lostTenths += known.lostTenths;
    known.away = false;
  }
}

/** A gift for the anchor came. While the round is on, its wait begins anew. */
export function giftCame(round: Round, anchorId: string, votesTenths: number, at: number): void {
  const fall = fallOf(round, anchorId);
  if (fall === undefined) return;
  fall.freshTenths += votesTenths;
  if (isOn(round)) fall.idleSince = ranUntil(round.countdown, at);
}

/** When the next second has to be reckoned (ms); Infinity while nothing can fall. */
export function nextTick(round: Round): number {
  const { since, ran } = round.countdown;
  if (since === null || round.falls.length === 0) return Number.POSITIVE_INFINITY;
  return since + (round.ticked + 1) * SECOND - ran;
}

/** Reckons the next second; `seq` is the number of the last input before it. */
export function tick(round: Round, seq: number): void {
  round.ticked += 1;
  const now = round.ticked * SECOND;
  const { after, perSecond, toZero } = round.rules.decrease;
  for (const fall of round.falls) {
    const over = now - fall.idleSince - after * SECOND;
    const score = anchorScore(round, fall.anchorId);
    if (score <= 0 || over < (toZero ? 0 : SECOND)) continue;
    fall.lostTenths += toZero ? score : Math.min(score, perSecond * VOTE);
    fall.fellSeq = seq;
    fall.freshTenths = 0;
    if (fall.moved.length > 0) fall.moved = fall.moved.filter(({ away }) => away);
  }
}
