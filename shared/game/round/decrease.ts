import type { Fall } from '../../contract/round.ts';
import type { Tally } from '../../contract/snapshot.ts';
import { anchorTarget, VOTE } from '../table.ts';
import { isOn, type Round, ranUntil } from './round.ts';
import { anchorScore, fallOf, votesOf } from './score.ts';

/*
 * The decrease: after some seconds without a gift for an anchor, its score falls, by a rate each second or at once to
 * 0. It is computed at whole seconds of the countdown's running time, so a pause stops it and the countdown's end ends
 * it.
 *
 * `fall.lostTenths` is what the decrease took from an anchor. `freshTenths` are the votes since the last decrease, of
 * which nothing is taken yet; `grown` are those of them that went to older rows. `moved` has the rows that corrections
 * moved, with the part of the loss that each of them carries.
 */

const SECOND = 1000;

/** The sums of a ledger row, or of pieces of one. */
export type RowTally = Tally & { rowId: number };

/**
 * Starts the wait of every anchor with the round. Resurrections have no decrease: the votes that have arrived decide
 * them.
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
 * Updates the loss after a correction took a row from the anchor's votes. The row's proportional part of the loss goes
 * with the row; votes since the last decrease carry none. So the loss never reduces later gifts.
 */
export function removeRowLoss(round: Round, anchorId: string, row: RowTally): void {
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

/** Updates the loss after a correction gave a row to the anchor. A row that comes back brings its loss back. */
export function addRowLoss(round: Round, anchorId: string, row: RowTally): void {
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
    // Pieces have left the row since.
    known.lostTenths = Math.floor((known.lostTenths * votesTenths) / known.votesTenths);
    known.votesTenths = votesTenths;
  }
  known.away = false;
  fall.lostTenths += known.lostTenths;
  // The votes by which the row grew carry no loss.
  fall.freshTenths += votesTenths - known.votesTenths;
  setGrown(fall, rowId, votesTenths - known.votesTenths);
}

/** Updates the loss after pieces of a row left the anchor's votes, while the rest of the row stayed. */
export function removePiecesLoss(round: Round, anchorId: string, pieces: RowTally): void {
  const fall = fallOf(round, anchorId);
  if (fall === undefined || round.rules.edition === 1) return;
  if (pieces.rowId > fall.fellSeq) {
    fall.freshTenths -= pieces.votesTenths;
    return;
  }
  // The pieces are the row's first, so those from before the last decrease go first.
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

/** The votes' proportional part of the loss, without the rows whose own loss is stored. */
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

/**
 * Subtracts a loss, and more if needed: the remaining loss never exceeds the `left` older votes. Returns what it took.
 */
function takeLoss(fall: Fall, lostTenths: number, left: number): number {
  const taken = Math.min(fall.lostTenths, Math.max(lostTenths, fall.lostTenths - Math.max(0, left)));
  fall.lostTenths -= taken;
  return taken;
}

function grownOf(fall: Fall, rowId: number): number {
  return fall.grown.find((each) => each.rowId === rowId)?.votesTenths ?? 0;
}

/** Stores the votes by which a row grew since the last decrease, and returns the former value. */
function setGrown(fall: Fall, rowId: number, votesTenths: number): number {
  const before = grownOf(fall, rowId);
  if (before === votesTenths) return before;
  fall.grown = fall.grown.filter((each) => each.rowId !== rowId);
  if (votesTenths > 0) fall.grown.push({ rowId, votesTenths });
  fall.grown.sort((a, b) => a.rowId - b.rowId);
  return before;
}

/** Records new votes of an anchor, and restarts its wait while the round is on. */
export function noteNewVotes(
  round: Round,
  anchorId: string,
  { rowId, votesTenths }: RowTally,
  at: number,
): void {
  const fall = fallOf(round, anchorId);
  if (fall === undefined) return;
  fall.freshTenths += votesTenths;
  if (rowId <= fall.fellSeq) setGrown(fall, rowId, grownOf(fall, rowId) + votesTenths);
  if (isOn(round)) fall.idleSince = ranUntil(round.countdown, at);
}

/** The time (ms) of the next whole second; Infinity while nothing can fall. */
export function nextTick(round: Round): number {
  const { since, ran } = round.countdown;
  if (since === null || round.falls.length === 0) return Number.POSITIVE_INFINITY;
  return since + (round.ticked + 1) * SECOND - ran;
}

/** Computes the decrease of the next second. `seq` is the number of the last input before it. */
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
