import type { Problem } from '../contract/error.ts';
import type { CommandInput } from '../contract/input.ts';
import type { Target } from '../contract/ledger.ts';
import type { Tally } from '../contract/snapshot.ts';
import type { FoldSink, GameState } from './state.ts';
import { anchorIdOf } from './table.ts';
import { moveRow } from './tally.ts';

export type Correction = Extract<CommandInput, { command: 'correct' }>;
type CorrectedRow = Correction['rows'][number];

/**
 * Why a correction cannot be made now; null when it can. Votes cannot be changed before collection starts,
 * but after the end they can: that is when disputes are settled. What takes a correction back may lead to an
 * anchor that the preset has lost since.
 */
export function checkCorrection(state: GameState, correction: Correction): Problem | null {
  if (state.status === 'initialization' || state.status === 'ready') return { code: 'session.notStarted' };
  const undo = correction.undoes !== undefined;
  if (correction.undoes !== undefined && correction.undoes > state.seq)
    return { code: 'ledger.nothingToUndo' };
  const rowIds = new Set<number>();
  const leaving = new Map<Target, Tally>();
  for (const row of correction.rows) {
    if (row.rowId > state.seq || !state.gifts.has(row.giftId)) return { code: 'ledger.rowUnknown' };
    if (!state.viewers.has(row.viewerId)) return { code: 'viewer.unknown' };
    const anchorId = anchorIdOf(row.to);
    if (anchorId !== null && !undo && !state.table.anchors.has(anchorId)) return { code: 'anchor.unknown' };
    if (rowIds.has(row.rowId) || isStale(state, row, leaving)) return { code: 'ledger.stale' };
    rowIds.add(row.rowId);
  }
  return null;
}

/** Moves the rows' sums, and lets what their streaks still bring follow them. */
export function foldCorrection(
  state: GameState,
  seq: number,
  correction: Correction,
  sink: FoldSink | undefined,
): void {
  state.corrections += 1;
  for (const row of correction.rows) {
    moveRow(state, row.from, row.to, row);
    const counted = Number(row.to !== 'uncounted') - Number(row.from !== 'uncounted');
    if (counted !== 0) {
      const viewer = state.viewers.get(row.viewerId);
      if (viewer !== undefined) viewer.votesTenths += counted * row.votesTenths;
      const kind = state.gifts.get(row.giftId);
      if (kind !== undefined) kind.votesTenths += counted * row.votesTenths;
    }
    const streak = row.streakKey === '' ? undefined : state.streaks.get(row.streakKey);
    if (streak?.rowId === row.rowId) streak.corrected = row.reason === 'corrected' ? row.to : null;
    sink?.moved({ rowId: row.rowId, seq, target: row.to, reason: row.reason });
  }
}

/**
 * A row that somebody else has moved meanwhile no longer stands where the correction says. Known exactly
 * while the row's streak is remembered, else by there being too little under the target.
 */
function isStale(state: GameState, row: CorrectedRow, leaving: Map<Target, Tally>): boolean {
  const streak = row.streakKey === '' ? undefined : state.streaks.get(row.streakKey);
  if (streak?.rowId === row.rowId && (streak.corrected ?? streak.autoTarget) !== row.from) return true;
  const tally = state.targets.get(row.from);
  if (tally === undefined) return true;
  let sum = leaving.get(row.from);
  if (sum === undefined) {
    sum = { count: 0, diamonds: 0, votesTenths: 0 };
    leaving.set(row.from, sum);
  }
  sum.count += row.count;
  sum.diamonds += row.diamonds;
  sum.votesTenths += row.votesTenths;
  return sum.count > tally.count || sum.diamonds > tally.diamonds || sum.votesTenths > tally.votesTenths;
}
