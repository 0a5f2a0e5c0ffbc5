import type { LateState, Target } from '../../contract/ledger.ts';
import type { Side } from '../../contract/round.ts';
import type { Tally, Viewer } from '../../contract/snapshot.ts';
import { anchorIdOf } from '../table.ts';
import { addTally, addToTarget, takeFromTarget } from '../tally.ts';
import { noteBreakthrough } from './breakthrough.ts';
import { giftCame, type Row, rowCame, rowLeft } from './decrease.ts';
import { noteEffect } from './effects.ts';
import { isOn, type Round } from './round.ts';
import { scorerOf, sideOf } from './score.ts';

/** Enters a gift, or a part of one (`rows` 0), into its round; a late one that is only listed counts nowhere. */
export function giveToRound(
  round: Round,
  viewer: Viewer,
  target: Target,
  late: LateState,
  rows: number,
  part: Tally,
  at: number,
): void {
  if (late === 'listed') {
    addTally(round.late, rows, part);
    return;
  }
  if (late === 'accepted') addTally(round.accepted, rows, part);
  const side = put(round, target, rows, part);
  const fallen = round.falls.length > 0 ? anchorIdOf(target) : null;
  if (fallen !== null) giftCame(round, fallen, part.votesTenths, at);
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
  const anchorId = round.falls.length > 0 ? anchorIdOf(target) : null;
  if (anchorId !== null) rowLeft(round, anchorId, pieces);
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
  takeOut(round, from, row);
  if (round.falls.length > 0 && from !== to) {
    const left = anchorIdOf(from);
    const came = anchorIdOf(to);
    if (left !== null) rowLeft(round, left, row);
    if (came !== null) rowCame(round, came, row);
  }
  if (viewer?.round !== round.id || !isOn(round)) return;
  countForViewer(viewer, to, row, 1);
  countForViewer(viewer, from, row, -1);
}

/** Counts a late row that was listed, or lists one that was accepted. */
export function acceptInRound(round: Round, target: Target, row: Row, accept: boolean): void {
  enterRound(round, undefined, target, accept ? 'accepted' : 'listed', row);
  leaveRound(round, undefined, target, accept ? 'listed' : 'accepted', row);
}

/** Enters a row that a correction moves into the round: as with its credit, nothing that waits begins anew. */
export function enterRound(
  round: Round,
  viewer: Viewer | undefined,
  target: Target,
  late: LateState,
  row: Row,
): void {
  if (late === 'listed') {
    addTally(round.late, 1, row);
    return;
  }
  if (late === 'accepted') addTally(round.accepted, 1, row);
  put(round, target, 1, row);
  const anchorId = anchorIdOf(target);
  if (anchorId !== null) rowCame(round, anchorId, row);
  if (viewer === undefined || !isOn(round)) return;
  beginForViewer(round, viewer);
  countForViewer(viewer, target, row, 1);
}

/** Takes a whole row out of the round. */
export function leaveRound(
  round: Round,
  viewer: Viewer | undefined,
  target: Target,
  late: LateState,
  row: Row,
): void {
  if (late === 'listed') {
    addTally(round.late, -1, row);
    return;
  }
  if (late === 'accepted') addTally(round.accepted, -1, row);
  takeOut(round, target, row);
  const anchorId = anchorIdOf(target);
  if (anchorId !== null) rowLeft(round, anchorId, row);
  if (viewer?.round === round.id && isOn(round)) countForViewer(viewer, target, row, -1);
}

/** Returns the side that it counts for, undefined for none. */
function put(round: Round, target: Target, rows: number, part: Tally): Side | undefined {
  addToTarget(round.targets, target, rows, part.count, part.diamonds, part.votesTenths);
  round.moved = null;
  const side = round.sideOf.get(target);
  if (side === undefined) return undefined;
  const sums = sideOf(round, side);
  sums.count += part.count;
  sums.diamonds += part.diamonds;
  sums.votesTenths += part.votesTenths;
  return side;
}

function takeOut(round: Round, target: Target, row: Tally): void {
  takeFromTarget(round.targets, target, row);
  round.moved = null;
  const side = round.sideOf.get(target);
  if (side === undefined) return;
  const sums = sideOf(round, side);
  sums.count -= row.count;
  sums.diamonds -= row.diamonds;
  sums.votesTenths -= row.votesTenths;
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
  if (scorer === null || scorer === undefined) return;
  noteBreakthrough(round, scorer);
  noteEffect(round);
}
