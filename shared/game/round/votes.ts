import type { LateState, Target } from '../../contract/ledger.ts';
import type { Side } from '../../contract/round.ts';
import type { Tally, Viewer } from '../../contract/snapshot.ts';
import { anchorIdOf } from '../table.ts';
import { addTally, addToTarget, takeFromTarget } from '../tally.ts';
import { addRowLoss, noteNewVotes, type RowTally, removePiecesLoss, removeRowLoss } from './decrease.ts';
import { isOn, type Round } from './round.ts';
import { noteBreakthrough, noteEffect, scorerOf, sideOf } from './score.ts';

/** A ledger row that opens, or pieces that an open row grows by, with the sums of the round that they count in. */
export interface RoundEntry {
  viewer: Viewer;
  target: Target;
  late: LateState;
  /** 1 for a row that opens, 0 for one that grows. */
  rows: 1 | 0;
  part: RowTally;
  at: number;
}

/** Adds a gift to its round. A late gift that is only listed counts nowhere. */
export function giveToRound(round: Round, { viewer, target, late, rows, part, at }: RoundEntry): void {
  if (late === 'listed') {
    addTally(round.late, rows, part);
    return;
  }
  if (late === 'accepted') addTally(round.accepted, rows, part);
  const side = put(round, target, rows, part);
  const fallen = round.falls.length > 0 ? anchorIdOf(target) : null;
  if (fallen !== null) noteNewVotes(round, fallen, part, at);
  if (!isOn(round)) return;
  beginForViewer(round, viewer);
  countForViewer(viewer, target, part, 1);
  noteScore(round, target, side);
}

/** Takes pieces of a row out of its round; the rest of the row stays. */
export function takeFromRound(
  round: Round,
  viewer: Viewer,
  target: Target,
  late: LateState,
  pieces: RowTally,
): void {
  const less = negative(pieces);
  if (late === 'listed') {
    addTally(round.late, 0, less);
    return;
  }
  if (late === 'accepted') addTally(round.accepted, 0, less);
  put(round, target, 0, less);
  const fallen = round.falls.length > 0 ? anchorIdOf(target) : null;
  if (fallen !== null) removePiecesLoss(round, fallen, pieces);
  if (viewer.round === round.id && isOn(round)) countForViewer(viewer, target, pieces, -1);
}

export function negative({ count, diamonds, votesTenths }: Tally): Tally {
  return { count: -count, diamonds: -diamonds, votesTenths: -votesTenths };
}

/** Moves a row of the round to another credit, for a correction. It restarts no anchor's wait for the decrease. */
export function moveInRound(
  round: Round,
  viewer: Viewer | undefined,
  from: Target,
  to: Target,
  row: RowTally,
): void {
  put(round, to, 1, row);
  put(round, from, -1, row);
  if (from !== to) {
    moveFall(round, from, row, -1);
    moveFall(round, to, row, 1);
  }
  if (viewer?.round !== round.id || !isOn(round)) return;
  countForViewer(viewer, to, row, 1);
  countForViewer(viewer, from, row, -1);
}

/** Counts a listed late row in the round, or lists an accepted one again. */
export function acceptInRound(round: Round, target: Target, row: RowTally, accept: boolean): void {
  putRow(round, undefined, target, accept ? 'accepted' : 'listed', row, 1);
  putRow(round, undefined, target, accept ? 'listed' : 'accepted', row, -1);
}

/**
 * Adds a whole row to the round (`sign` 1) or removes it (-1), for a correction. It restarts no anchor's wait for the
 * decrease.
 */
export function putRow(
  round: Round,
  viewer: Viewer | undefined,
  target: Target,
  late: LateState,
  row: RowTally,
  sign: 1 | -1,
): void {
  if (late === 'listed') {
    addTally(round.late, sign, row);
    return;
  }
  if (late === 'accepted') addTally(round.accepted, sign, row);
  put(round, target, sign, row);
  moveFall(round, target, row, sign);
  if (viewer === undefined || !isOn(round)) return;
  if (sign === 1) beginForViewer(round, viewer);
  if (viewer.round === round.id) countForViewer(viewer, target, row, sign);
}

/** Adds a row (`rows` 1) or a part of one (0), or removes a row (-1). Returns the side that it counts for, if any. */
function put(round: Round, target: Target, rows: 1 | 0 | -1, part: Tally): Side | undefined {
  const sign = rows < 0 ? -1 : 1;
  if (rows < 0) takeFromTarget(round.targets, target, part);
  else addToTarget(round.targets, target, rows, part.count, part.diamonds, part.votesTenths);
  round.moved = null;
  const side = round.sideOf.get(target);
  if (side === undefined) return undefined;
  const sums = sideOf(round, side);
  sums.count += sign * part.count;
  sums.diamonds += sign * part.diamonds;
  sums.votesTenths += sign * part.votesTenths;
  return side;
}

/** Moves the loss of a whole row with the row. */
function moveFall(round: Round, target: Target, row: RowTally, sign: 1 | -1): void {
  const anchorId = round.falls.length > 0 ? anchorIdOf(target) : null;
  if (anchorId === null) return;
  if (sign === 1) addRowLoss(round, anchorId, row);
  else removeRowLoss(round, anchorId, row);
}

function beginForViewer(round: Round, viewer: Viewer): void {
  if (viewer.round === round.id) return;
  viewer.round = round.id;
  viewer.roundCount = 0;
  viewer.roundVotesTenths = 0;
}

/** Adds to a viewer's sums of the current round. */
function countForViewer(viewer: Viewer, target: Target, part: Tally, sign: 1 | -1): void {
  if (target === 'uncounted') return;
  viewer.roundCount += sign * part.count;
  viewer.roundVotesTenths += sign * part.votesTenths;
}

/** Records the breakthrough and the effect after a new gift. */
function noteScore(round: Round, target: Target, side: Side | undefined): void {
  const scorer = round.kind === 'battle' ? side : scorerOf(round, target);
  if (scorer === undefined) return;
  noteBreakthrough(round, scorer);
  noteEffect(round);
}
