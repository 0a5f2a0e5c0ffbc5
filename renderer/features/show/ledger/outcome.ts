import type { Undone } from '#shared/contract/calls/ledger.ts';
import type { LedgerRow, Target } from '#shared/contract/ledger.ts';
import type { RoundName } from '#shared/contract/report.ts';
import { roundName } from '#shared/game/round/view.ts';
import type { GameState } from '#shared/game/state.ts';

/** Result of the latest correction, shown in the bar that offers to undo it. */
export type Outcome =
  | { did: 'one'; seq: number; row: LedgerRow; to: Target | RoundName }
  | { did: 'many'; seq: number; rows: number; to: Target | RoundName }
  | { did: 'ofViewer'; seq: number; gifts: number; viewer: string; to: Target | RoundName }
  | { did: 'viewer'; seq: number; rows: number; viewer: string; to: Target }
  | { did: 'swept'; seq: number; gifts: number }
  /** Late gifts count in their round now, or are left out of it. */
  | { did: 'lateCounted' | 'lateLeft'; late: LateDecision }
  | { did: 'lateUndone'; late: LateDecision }
  | { did: 'undone' | 'redone'; seq: number; told: Undone };

/** A decision on late gifts of a viewer. */
export interface LateDecision {
  round: number;
  number: number;
  rowIds: readonly number[];
  viewer: string;
  gifts: number;
  counted: boolean;
}

/** The outcome of a correction of these rows. `row` is the first of them, `seq` the correction's sequence number. */
export function outcomeOf(
  seq: number,
  row: LedgerRow,
  moved: readonly LedgerRow[],
  to: Target | RoundName,
): Outcome {
  if (moved.length === 1) return { did: 'one', seq, row, to };
  if (moved.some(({ viewerId }) => viewerId !== row.viewerId))
    return { did: 'many', seq, rows: moved.length, to };
  const gifts = moved.reduce((sum, { count }) => sum + count, 0);
  return { did: 'ofViewer', seq, gifts, viewer: row.viewerName, to };
}

/** The decision to count late rows of one viewer in their round, or to leave them out of it; null without rows. */
export function lateDecisionOf(
  state: GameState,
  rows: readonly LedgerRow[],
  counted: boolean,
): LateDecision | null {
  const [first] = rows;
  if (first === undefined) return null;
  return {
    round: first.round,
    number: roundName(state, first.round).number,
    rowIds: rows.map(({ rowId }) => rowId),
    viewer: first.viewerName,
    gifts: rows.reduce((sum, { count }) => sum + count, 0),
    counted,
  };
}
