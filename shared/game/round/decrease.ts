import type { Fall } from '../../contract/round.ts';
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

/** A ledger row, or pieces of one, as far as scores know it. */
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
    grown: [],
    moved: [],
  }));
}

/**
 * A correction has taken a row from the anchor's votes. What the decrease took from it goes with it: a part in
 * proportion, and nothing of what came after the last fall. So nothing is taken from gifts that came later.
 */
export function rowLeft(round: Round, anchorId: string, row: Row): void {
  const fall = fallOf(round, anchorId);
  if (fall === undefined || round.rules.edition === 1) return;
  if (row.rowId > fall.fellSeq) {
    fall.freshTenths -= row.votesTenths;
    return;
  }
  const grown = setGrown(fall, row.rowId, 0);
  fall.freshTenths -= grown;
  const votesTenths = row.votesTenths - grown;
  const left = votesOf(round, anchorTarget(anchorId)) - fall.freshTenths;
  const known = fall.moved.find(({ rowId }) => rowId === row.rowId);
  const lostTenths = takeLoss(fall, known?.lostTenths ?? lossInProportion(fall, left, votesTenths), left);
  if (lostTenths === 0) fall.moved = fall.moved.filter((each) => each !== known);
  else if (known === undefined) fall.moved.push({ rowId: row.rowId, votesTenths, lostTenths, away: true });
  else Object.assign(known, { votesTenths, lostTenths, away: true });
}

/** A correction has given the row to the anchor: what left with it comes back with it, else it counts in full. */
export function rowCame(round: Round, anchorId: string, row: Row): void {
  const fall = fallOf(round, anchorId);
  if (fall === undefined || round.rules.edition === 1) return;
  const { rowId, votesTenths } = row;
  if (rowId > fall.fellSeq) {
    fall.freshTenths += votesTenths;
    return;
  }
  const known = fall.moved.find((each) => each.rowId === rowId);
  if (known === undefined) {
    fall.moved.push({ rowId, votesTenths, lostTenths: 0, away: false });
    return;
  }
  if (known.votesTenths > votesTenths) {
    // Pieces have left the row meanwhile.
    known.lostTenths = Math.floor((known.lostTenths * votesTenths) / known.votesTenths);
    known.votesTenths = votesTenths;
  }
  known.away = false;
  fall.lostTenths += known.lostTenths;
  // The decrease has taken nothing of what the row grew by.
  fall.freshTenths += votesTenths - known.votesTenths;
  setGrown(fall, rowId, votesTenths - known.votesTenths);
}

/** Pieces of a row have left the anchor's votes, and with them their part of what had fallen. The row stays. */
export function piecesLeft(round: Round, anchorId: string, pieces: Row): void {
  const fall = fallOf(round, anchorId);
  if (fall === undefined || round.rules.edition === 1) return;
  if (pieces.rowId > fall.fellSeq) {
    fall.freshTenths -= pieces.votesTenths;
    return;
  }
  // The pieces are the first of the row, so those from before the fall go first.
  const known = fall.moved.find(({ rowId }) => rowId === pieces.rowId);
  const left = votesOf(round, anchorTarget(anchorId)) - fall.freshTenths;
  const votesTenths = Math.min(pieces.votesTenths, known?.votesTenths ?? left + pieces.votesTenths);
  const fresh = pieces.votesTenths - votesTenths;
  fall.freshTenths -= fresh;
  if (fresh > 0) setGrown(fall, pieces.rowId, Math.max(0, grownOf(fall, pieces.rowId) - fresh));
  const loss =
    known === undefined
      ? lossInProportion(fall, left + fresh, votesTenths)
      : Math.ceil((known.lostTenths * votesTenths) / Math.max(1, known.votesTenths));
  const lostTenths = takeLoss(fall, loss, left + fresh);
  if (known === undefined) return;
  known.votesTenths -= votesTenths;
  known.lostTenths = Math.max(0, known.lostTenths - lostTenths);
}

/** The part in proportion of what has fallen: of all votes but those of rows of which it is known. */
function lossInProportion(fall: Fall, left: number, votesTenths: number): number {
  let votes = left + votesTenths;
  let lost = fall.lostTenths;
  for (const row of fall.moved) {
    if (row.away) continue;
    votes -= row.votesTenths;
    lost -= row.lostTenths;
  }
  return Math.ceil((Math.max(0, lost) * votesTenths) / Math.max(1, votes));
}

/** Takes back a loss, so that no more of it stays behind than the older votes that are `left`. */
function takeLoss(fall: Fall, lostTenths: number, left: number): number {
  const taken = Math.min(fall.lostTenths, Math.max(lostTenths, fall.lostTenths - Math.max(0, left)));
  fall.lostTenths -= taken;
  return taken;
}

function grownOf(fall: Fall, rowId: number): number {
  return fall.grown.find((each) => each.rowId === rowId)?.votesTenths ?? 0;
}

/** Gives back what stood there before. */
function setGrown(fall: Fall, rowId: number, votesTenths: number): number {
  const before = grownOf(fall, rowId);
  if (before === votesTenths) return before;
  fall.grown = fall.grown.filter((each) => each.rowId !== rowId);
  if (votesTenths > 0) fall.grown.push({ rowId, votesTenths });
  fall.grown.sort((a, b) => a.rowId - b.rowId);
  return before;
}

/** A gift for the anchor came, or a further part of one. While the round is on, its wait begins anew. */
export function giftCame(round: Round, anchorId: string, { rowId, votesTenths }: Row, at: number): void {
  const fall = fallOf(round, anchorId);
  if (fall === undefined) return;
  fall.freshTenths += votesTenths;
  if (rowId <= fall.fellSeq) setGrown(fall, rowId, grownOf(fall, rowId) + votesTenths);
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
    fall.grown = [];
    if (fall.moved.length > 0) fall.moved = fall.moved.filter(({ away }) => away);
  }
}
