import type { LateState, Target } from '../../contract/ledger.ts';
import type { Side } from '../../contract/round.ts';
import type { Tally, Viewer } from '../../contract/snapshot.ts';
import { anchorIdOf } from '../table.ts';
import { addTally, addToTarget, takeFromTarget } from '../tally.ts';
import { noteBreakthrough } from './breakthrough.ts';
import { giftCame, piecesLeft, type Row, rowCame, rowLeft } from './decrease.ts';
import { noteEffect } from './effects.ts';
import { isOn, type Round } from './round.ts';
import { scorerOf, sideOf } from './score.ts';

/** Enters a gift, or a part of one (`rows` 0), into its round; a late one that is only listed counts nowhere. */
export function giveToRound(
  round: Round,
  viewer: Viewer,
  target: Target,
  late: LateState,
  rows: 1 | 0,
  part: Row,
  at: number,
): void {
  if (late === 'listed') {
    addTally(round.late, rows, part);
    return;
  }
  if (late === 'accepted') addTally(round.accepted, rows, part);
  const side = put(round, target, rows, part);
  const fallen = round.falls.length > 0 ? anchorIdOf(target) : null;
  if (fallen !== null) giftCame(round, fallen, part, at);
  if (!isOn(round)) return;
  beginForViewer(round, viewer);
  countForViewer(viewer, target, part, 1);
  gaveTo(round, target, side);
}

/** Takes pieces of a row out of its round: the rest of the row stays. */
export function takeFromRound(
  round: Round,
  viewer: Viewer,
  target: Target,
  late: LateState,
  pieces: Row,
): void {
  const less = negative(pieces);
  if (late === 'listed') {
    addTally(round.late, 0, less);
    return;
  }
  if (late === 'accepted') addTally(round.accepted, 0, less);
  put(round, target, 0, less);
  const fallen = round.falls.length > 0 ? anchorIdOf(target) : null;
  if (fallen !== null) piecesLeft(round, fallen, pieces);
  if (viewer.round === round.id && isOn(round)) countForViewer(viewer, target, pieces, -1);
}

export function negative({ count, diamonds, votesTenths }: Tally): Tally {
  return { count: -count, diamonds: -diamonds, votesTenths: -votesTenths };
}

/** Moves a row of the round to another credit, as a correction does: nothing that waits begins anew. */
export function moveInRound(
  round: Round,
  viewer: Viewer | undefined,
  from: Target,
  to: Target,
  row: Row,
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

/** Counts a late row that was listed, or lists one that was accepted. */
export function acceptInRound(round: Round, target: Target, row: Row, accept: boolean): void {
  putRow(round, undefined, target, accept ? 'accepted' : 'listed', row, 1);
  putRow(round, undefined, target, accept ? 'listed' : 'accepted', row, -1);
}

/**
 * Puts a whole row into the round (`sign` 1) or takes it out (-1), as a correction does: nothing that waits begins anew.
 */
export function putRow(
  round: Round,
  viewer: Viewer | undefined,
  target: Target,
  late: LateState,
  row: Row,
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

/** Adds a row (`rows` 1), a part of one (0), or takes a row away (-1). Returns the side that it counts for, if any. */
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

/** A whole row came to a target or left it: what the decrease took from the row goes with it. */
function moveFall(round: Round, target: Target, row: Row, sign: 1 | -1): void {
  const anchorId = round.falls.length > 0 ? anchorIdOf(target) : null;
  if (anchorId === null) return;
  if (sign === 1) rowCame(round, anchorId, row);
  else rowLeft(round, anchorId, row);
}

function beginForViewer(round: Round, viewer: Viewer): void {
  if (viewer.round === round.id) return;
  viewer.round = round.id;
  viewer.roundCount = 0;
  viewer.roundVotesTenths = 0;
}

/** A viewer's sums are kept for the newest round they gave in, as long as it is on. */
function countForViewer(viewer: Viewer, target: Target, part: Tally, sign: 1 | -1): void {
  if (target === 'uncounted') return;
  viewer.roundCount += sign * part.count;
  viewer.roundVotesTenths += sign * part.votesTenths;
}

/** What a new gift sets off while the round is on. */
function gaveTo(round: Round, target: Target, side: Side | undefined): void {
  const scorer = round.kind === 'battle' ? side : scorerOf(round, target);
  if (scorer === undefined) return;
  noteBreakthrough(round, scorer);
  noteEffect(round);
}
