import type { Problem } from '../contract/error.ts';
import type { CommandInput } from '../contract/input.ts';
import type { LedgerRow, Place, Reason, Target } from '../contract/ledger.ts';
import type { Tally, Viewer } from '../contract/snapshot.ts';
import { addSums, addViewer, giftTallyOf } from './giftSums.ts';
import { exceeds } from './round/late.ts';
import { currentRound, endWhenReached } from './round/phases.ts';
import type { Round } from './round/round.ts';
import { moveInRound, putRow } from './round/votes.ts';
import type { FoldSink, GameState, RowMove } from './state.ts';
import { partsOf, placeOfPart, placePart } from './streaks.ts';
import { anchorIdOf, isSide, votesTenthsOf } from './table.ts';
import { moveRow, type TargetTally } from './tally.ts';

export type Correction = Extract<CommandInput, { command: 'correct' }>;

/** The entry of a correction that moves a ledger row to another credit, another round or both. */
export function movingRow(
  row: LedgerRow,
  to: Target,
  reason: Reason,
  toPlace: Place = row,
): Correction['rows'][number] {
  const { rowId, viewerId, giftId, streakKey, count, diamonds, votesTenths, target: from } = row;
  const moving = { rowId, viewerId, giftId, streakKey, count, diamonds, votesTenths, from, to, reason };
  const round = countedRound(row);
  if (samePlace(row, toPlace)) return { ...moving, round };
  return {
    ...moving,
    round,
    place: { from: placeOfRow(row), to: { round: toPlace.round, late: toPlace.late } },
  };
}

/** The row after a correction, after a decision on a late row, or after the undo of either. */
export function movedRow(row: LedgerRow, move: RowMove): LedgerRow {
  const { seq, target, reason, round, placedAt, late = row.late, decided } = move;
  const moved = { ...row, seq, target, reason, round: round ?? row.round, late };
  if (placedAt !== undefined) moved.placedAt = placedAt;
  if (round === undefined && row.autoPlace === undefined) return moved;
  const own = row.autoPlace ?? placeOfRow(row);
  moved.autoPlace = decided !== undefined && own.late !== 'no' ? { ...own, late: decided } : own;
  return moved;
}

/** The round that a row counts in; 0 for a late row that is only listed. */
export function countedRound({ round, late }: Place): number {
  return late === 'listed' ? 0 : round;
}

/** The place of a row that an operator moves to `round` (0: no round). A late row counts again in its own round. */
export function placeIn(row: LedgerRow, round: number): Place {
  const own = row.autoPlace ?? row;
  return { round, late: round !== 0 && own.round === round && own.late !== 'no' ? 'accepted' : 'no' };
}

/** Whether a move to `round` would not change the row's place. */
export function isPlacedIn(row: LedgerRow, round: number): boolean {
  return samePlace(row, placeIn(row, round));
}

/** Whether a correction has moved the row away from its place by the rules. */
export function isPlacedByHand(row: LedgerRow): boolean {
  return row.autoPlace !== undefined && !samePlace(row, row.autoPlace);
}

/** Whether an operator has left the late row out of its round: it counts in no round and waits for nobody. */
export function isLeftOut({ round, autoPlace }: LedgerRow): boolean {
  return round === 0 && autoPlace?.late === 'listed' && autoPlace.round !== 0;
}

/** Whether two places are equal. */
function samePlace(a: Place, b: Place): boolean {
  return a.round === b.round && a.late === b.late;
}

function placeOfRow({ round, late }: Place): Place {
  return { round, late };
}

type CorrectedRow = Correction['rows'][number];

/**
 * Why a correction is refused; null if it is allowed. Corrections are allowed from the session's start on, and also
 * after its end, when disputes are settled. An undo may name an anchor that the preset no longer has.
 */
export function checkCorrection(state: GameState, correction: Correction): Problem | null {
  if (state.status === 'initialization' || state.status === 'ready') return { code: 'session.notStarted' };
  const undo = correction.undoes !== undefined;
  if (correction.undoes !== undefined && correction.undoes > state.seq)
    return { code: 'ledger.nothingToUndo' };
  const rowIds = new Set<number>();
  const leaving = new Map<string, Tally>();
  for (const row of correction.rows) {
    if (row.rowId > state.seq || !state.gifts.has(row.giftId)) return { code: 'ledger.rowUnknown' };
    if (!state.viewers.has(row.viewerId)) return { code: 'viewer.unknown' };
    const anchorId = anchorIdOf(row.to);
    if (anchorId !== null && !undo && !state.table.anchors.has(anchorId)) return { code: 'anchor.unknown' };
    const round = roundOf(state, row);
    if (round === undefined) return { code: 'ledger.rowUnknown' };
    const next = row.place === undefined ? round : startedRound(state, row.place.to.round);
    if (next === undefined) return { code: 'round.unknown' };
    if (isSide(row.to) && next?.kind !== 'battle') return { code: 'round.noSides' };
    if (rowIds.has(row.rowId) || isStale(state, row, leaving)) return { code: 'ledger.stale' };
    rowIds.add(row.rowId);
  }
  return null;
}

/** Moves the rows' sums. Later pieces of their streaks follow the rows. */
export function foldCorrection(
  state: GameState,
  seq: number,
  correction: Correction,
  sink: FoldSink | undefined,
): void {
  state.corrections += 1;
  for (const row of correction.rows) {
    const viewer = state.viewers.get(row.viewerId);
    moveRow(state.targets, row.from, row.to, row);
    moveInRounds(state, viewer, row);
    const counted = Number(row.to !== 'uncounted') - Number(row.from !== 'uncounted');
    if (counted !== 0) {
      if (viewer !== undefined) viewer.votesTenths += counted * row.votesTenths;
      const kind = state.gifts.get(row.giftId);
      if (kind !== undefined) kind.votesTenths += counted * row.votesTenths;
    }
    for (const part of partsOf(state, row)) {
      part.corrected = row.reason === 'corrected' ? row.to : null;
      if (row.place !== undefined) placePart(part, row.place.to);
    }
    const placed = row.place === undefined ? {} : { ...row.place.to, placedAt: correction.at };
    sink?.moved({ rowId: row.rowId, seq, target: row.to, reason: row.reason, ...placed });
  }
  const current = currentRound(state);
  if (current !== null) endWhenReached(state, current, correction.at);
}

/** Moves the row's sums within its round, or from one round to another. */
function moveInRounds(state: GameState, viewer: Viewer | undefined, row: CorrectedRow): void {
  const { place, from, to } = row;
  const round = roundOf(state, row);
  if (place === undefined) {
    if (round) moveInRound(round, viewer, from, to, row);
    return;
  }
  const next = startedRound(state, place.to.round);
  if (next) putRow(next, viewer, to, place.to.late, row, 1);
  if (round) putRow(round, viewer, from, place.from.late, row, -1);
}

/** The round that a row is in: null for none (also for a late row that is only listed), undefined if unknown. */
function roundOf(state: GameState, { round = 0, place }: CorrectedRow): Round | null | undefined {
  return startedRound(state, place === undefined ? round : place.from.round);
}

function startedRound(state: GameState, id: number): Round | null | undefined {
  if (id === 0) return null;
  const found = state.rounds[id - 1];
  return found?.phase === 'prepared' ? undefined : found;
}

/**
 * Whether another operator has moved the row since. Exact while the state holds the row's streak. Without the streak,
 * the row is stale if the sums of its target, in the show or in the round, are too small to contain it.
 */
function isStale(state: GameState, row: CorrectedRow, leaving: Map<string, Tally>): boolean {
  const [part] = partsOf(state, row);
  if (part !== undefined) {
    if ((part.corrected ?? part.autoTarget) !== row.from) return true;
    const place = placeOfPart(part);
    if (row.place !== undefined && !samePlace(place, row.place.from)) return true;
    if (row.place === undefined && countedRound(place) !== (row.round ?? 0)) return true;
  }
  if (takesTooMuch(state.targets.get(row.from), row, row.from, leaving)) return true;
  const round = roundOf(state, row);
  if (!round) return false;
  const late = row.place?.from.late;
  if (late === 'listed') return takesTooMuch(round.late, row, `${round.id} listed`, leaving);
  if (late === 'accepted' && takesTooMuch(round.accepted, row, `${round.id} accepted`, leaving)) return true;
  return takesTooMuch(round.targets.get(row.from), row, `${round.id} ${row.from}`, leaving);
}

function takesTooMuch(
  tally: TargetTally | undefined,
  row: Tally,
  key: string,
  leaving: Map<string, Tally>,
): boolean {
  if (tally === undefined) return true;
  const sum = leaving.get(key) ?? { count: 0, diamonds: 0, votesTenths: 0 };
  leaving.set(key, sum);
  sum.count += row.count;
  sum.diamonds += row.diamonds;
  sum.votesTenths += row.votesTenths;
  return exceeds(sum, tally);
}

type AddGift = Extract<CommandInput, { command: 'addGift' }>;

/** Why an operator cannot add a gift now; null if they can. */
export function checkAddGift(state: GameState, command: AddGift): Problem | null {
  if (state.status === 'initialization' || state.status === 'ready') return { code: 'session.notStarted' };
  const anchorId = anchorIdOf(command.to);
  if (anchorId !== null && !state.table.anchors.has(anchorId)) return { code: 'anchor.unknown' };
  const round = command.round === 0 ? null : state.rounds[command.round - 1];
  if (round === undefined || round?.phase === 'prepared') return { code: 'round.unknown' };
  return isSide(command.to) && round?.kind !== 'battle' ? { code: 'round.noSides' } : null;
}

/**
 * Adds a gift that was never received. The operator chooses its credit, and its row has the reason `byHand`. It binds
 * nobody and triggers nothing. A correction to `uncounted` removes it again.
 */
export function foldAddGift(
  state: GameState,
  seq: number,
  command: AddGift,
  sink: FoldSink | undefined,
): void {
  const { at, user, giftId, giftName, diamonds, count, to } = command;
  const gift = { at, user, giftId, giftName, diamonds };
  const viewer = state.viewers.get(user.id) ?? addViewer(state, gift);
  const kind = giftTallyOf(state, gift);
  const part = {
    rowId: seq,
    count,
    diamonds: count * diamonds,
    votesTenths: votesTenthsOf(state.table, giftId, count, diamonds),
  };
  addSums(state, { viewer, kind, target: to, round: command.round, late: 'no', rows: 1, part, at });
  sink?.opened({
    seq,
    at,
    lastAt: at,
    viewerId: viewer.id,
    viewerName: viewer.name,
    viewerUsername: viewer.username,
    giftId,
    giftName,
    unitDiamonds: diamonds,
    streakKey: '',
    ...part,
    autoTarget: to,
    autoReason: 'byHand',
    target: to,
    reason: 'byHand',
    marks: [],
    round: command.round,
    late: 'no',
  });
}
