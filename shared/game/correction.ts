import type { Problem } from '../contract/error.ts';
import type { Tally, Viewer } from '../contract/snapshot.ts';
import { exceeds } from './round/late.ts';
import { currentRound, endWhenReached } from './round/phases.ts';
import type { Round } from './round/round.ts';
import { moveInRound, putRow } from './round/votes.ts';
import { type Correction, countedRound, samePlace } from './rows.ts';
import type { FoldSink, GameState } from './state.ts';
import { partsOf, placeOfPart, placePart } from './streakParts.ts';
import { anchorIdOf } from './table.ts';
import { moveRow, type TargetTally } from './tally.ts';

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
    const toPool = row.to === 'attacker' || row.to === 'defender';
    if (toPool && next?.kind !== 'battle') return { code: 'round.noSides' };
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
    sink?.moved({ rowId: row.rowId, seq, target: row.to, reason: row.reason, ...row.place?.to });
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
