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
  | { did: 'lateCounted' | 'lateUndone'; late: LateDecision }
  | { did: 'lateLeft'; seq: number; late: LateDecision }
  | { did: 'undone' | 'redone'; seq: number; told: Undone };

/** A decision on late gifts of a viewer. */
export interface LateDecision {
  round: number;
  number: number;
  rowIds: readonly number[];
  viewer: string;
  gifts: number;
}

/** The outcome of a correction of these rows; null without rows. `seq` is the correction's sequence number. */
export function outcomeOf(seq: number, moved: readonly LedgerRow[], to: Target | RoundName): Outcome | null {
  const [row] = moved;
  if (row === undefined) return null;
  if (moved.length === 1) return { did: 'one', seq, row, to };
  if (moved.some(({ viewerId }) => viewerId !== row.viewerId))
    return { did: 'many', seq, rows: moved.length, to };
  return { did: 'ofViewer', seq, gifts: piecesOf(moved), viewer: row.viewerName, to };
}

/** The outcome of a sweep: rows of several viewers are small gifts that nobody gets. */
export function sweptOutcome(seq: number, moved: readonly LedgerRow[]): Outcome | null {
  const outcome = outcomeOf(seq, moved, 'unallocated');
  return outcome?.did === 'many' ? { did: 'swept', seq, gifts: piecesOf(moved) } : outcome;
}

function piecesOf(rows: readonly LedgerRow[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0);
}

/** The decision on late rows of one viewer; null without rows. */
export function lateDecisionOf(state: GameState, rows: readonly LedgerRow[]): LateDecision | null {
  const [first] = rows;
  if (first === undefined) return null;
  return {
    round: first.round,
    number: roundName(state, first.round).number,
    rowIds: rows.map(({ rowId }) => rowId),
    viewer: first.viewerName,
    gifts: piecesOf(rows),
  };
}
