import { createStore, type StoreApi } from 'zustand/vanilla';
import { problemOf, type Ringside } from '#renderer/data/ringside.ts';
import { showStaleRow, showStaleUndo } from '#renderer/data/show/staleToasts.ts';
import type { CallArgs, CallResult } from '#shared/contract/backstage.ts';
import { MOST_REASSIGNED, type Undone } from '#shared/contract/calls/ledger.ts';
import type { LedgerRow, Target } from '#shared/contract/ledger.ts';
import type { RoundName } from '#shared/contract/report.ts';
import { countedRound } from '#shared/game/correction.ts';
import { roundName } from '#shared/game/round/view.ts';
import type { GameState } from '#shared/game/state.ts';

/** What the ledger shows of corrections. */
export interface CorrectionsState {
  /** Row id to the sequence number of its correction that the engine has not folded yet; null until the answer. */
  pending: ReadonlyMap<number, number | null>;
  outcome: Outcome | null;
}

type CorrectionsRingside = Pick<
  Ringside,
  'engine' | 'attempt' | 'call' | 'showProblem' | 'toasts' | 'settings'
>;

/** Largest number of rows that the ledger selects, places or decides on in one call. */
export const MAX_ROWS = 500;

/**
 * Sends the operator's corrections. A row is pending until the engine has folded its correction; no update is
 * optimistic. Errors are shown as toasts.
 */
export class Corrections {
  readonly store: StoreApi<CorrectionsState> = createStore(() => ({ pending: new Map(), outcome: null }));
  readonly #ringside: CorrectionsRingside;
  /** Sequence numbers of this screen's undo commands that `redo` can revert, newest last. */
  #undone: number[] = [];
  /** The late gifts that this screen has counted, if that was its newest step: `undo` then lists them again. */
  #late: LateDecision | null = null;

  constructor(ringside: CorrectionsRingside) {
    this.#ringside = ringside;
  }

  /** Clears pending rows as the engine folds their corrections, until the returned function is called. */
  follow(): () => void {
    const { engine } = this.#ringside;
    return engine.subscribe(() => {
      const { pending } = this.store.getState();
      const left = [...pending].filter(([, seq]) => seq === null || seq > engine.state.seq);
      if (left.length < pending.size) this.store.setState({ pending: new Map(left) });
    });
  }

  /** Assigns rows to a target. Skips rows that the host or the rules gave to this target, and pending rows. */
  async assign(rows: readonly LedgerRow[], to: Target): Promise<void> {
    await this.#move(
      undecided(rows, to),
      (moving) => this.#reassign(moving, to),
      (seq, moved) => outcomeOf(seq, moved, to),
    );
  }

  /** Leaves rows unallocated by the host's decision, in one step. */
  async sweep(rows: readonly LedgerRow[]): Promise<void> {
    await this.#move(
      undecided(rows, 'unallocated'),
      (moving) => this.#reassign(moving, 'unallocated'),
      sweptOutcome,
    );
  }

  /** Counts late rows of one viewer in their round. */
  async countLate(rows: readonly LedgerRow[]): Promise<void> {
    const late = lateDecisionOf(this.#ringside.engine.state, rows.slice(0, MAX_ROWS));
    if (late === null) return;
    const { round, rowIds } = late;
    const done = await this.#ringside.attempt('late.decide', { round, rowIds: [...rowIds], accept: true });
    if (done === null) return;
    this.#undone = [];
    this.#late = { ...late, rowIds: done.rowIds };
    this.store.setState({ outcome: { did: 'lateCounted', late: this.#late } });
  }

  /** Leaves late rows of one viewer out of their round. They count in the room as before. */
  async leaveLate(rows: readonly LedgerRow[]): Promise<void> {
    const late = lateDecisionOf(this.#ringside.engine.state, rows.slice(0, MAX_ROWS));
    if (late === null) return;
    await this.#move(
      rows.slice(0, MAX_ROWS),
      (moving) => this.#place(moving, 0),
      (seq) => ({ did: 'lateLeft', seq, late }),
    );
  }

  /** Moves rows to a round; 0 means no round. Skips rows that count there already and pending rows. */
  async place(rows: readonly LedgerRow[], round: number): Promise<void> {
    const others = rows.filter((row) => countedRound(row) !== round).slice(0, MAX_ROWS);
    const to = roundName(this.#ringside.engine.state, round);
    await this.#move(
      others,
      (moving) => this.#place(moving, round),
      (seq, moved) => outcomeOf(seq, moved, to),
    );
  }

  async #move(
    rows: readonly LedgerRow[],
    move: (rows: readonly LedgerRow[]) => Promise<{ seq: number } | null>,
    outcome: (seq: number, moved: readonly LedgerRow[]) => Outcome | null,
  ): Promise<void> {
    const { pending } = this.store.getState();
    const moving = rows.filter(({ rowId }) => !pending.has(rowId)).slice(0, MOST_REASSIGNED);
    if (moving.length === 0) return;
    const rowIds = moving.map(({ rowId }) => rowId);
    this.#setPending(rowIds, null);
    const done = await move(moving);
    this.#answered(rowIds, done?.seq);
    if (done === null) return;
    this.#stepped();
    this.store.setState({ outcome: outcome(done.seq, moving) });
  }

  /** A new correction empties the redo stack, and `undo` reverts that correction. */
  #stepped(): void {
    this.#undone = [];
    this.#late = null;
  }

  /**
   * Assigns all unallocated rows of a viewer, visible or not: those of the current round, or else those outside of
   * rounds.
   */
  async assignViewer(viewer: { id: string; name: string }, to: Target): Promise<void> {
    const done = await this.#ringside.attempt('ledger.reassignViewer', { viewerId: viewer.id, to });
    if (done === null) return;
    this.#stepped();
    if (done.rows === 0) this.showToast('ledger.viewerHasNone', { viewer: viewer.name });
    else
      this.store.setState({
        outcome: { did: 'viewer', seq: done.seq, rows: done.rows, viewer: viewer.name, to },
      });
  }

  /** Undoes the correction with this sequence number, or else the newest step. */
  async undo(seq?: number): Promise<void> {
    if (seq === undefined && this.#late !== null) return this.#undoLate(this.#late);
    const seen = this.#ringside.engine.state.seq;
    this.#showUndone(await this.#callUndo(seq === undefined ? { seen } : { seq }));
  }

  /** Undoes the newest correction of a row, for every row that it moved. */
  async undoRow(rowId: number): Promise<void> {
    this.#showUndone(await this.#callUndo({ rowId }));
  }

  async #undoLate(late: LateDecision): Promise<void> {
    this.#late = null;
    const { round, rowIds } = late;
    const done = await this.#ringside.attempt('late.decide', { round, rowIds: [...rowIds], accept: false });
    if (done !== null) this.store.setState({ outcome: { did: 'lateUndone', late } });
  }

  #showUndone(done: CallResult<'ledger.undo'> | null): void {
    if (done === null) return;
    this.#late = null;
    this.#undone.push(done.seq);
    this.store.setState({ outcome: { did: 'undone', seq: done.seq, told: done.told } });
  }

  /** Reverts the newest undo of this screen. A new correction empties the redo stack. */
  async redo(): Promise<void> {
    const seq = this.#undone.pop();
    if (seq === undefined) {
      this.showToast('ledger.nothingToRedo');
      return;
    }
    const done = await this.#ringside.attempt('ledger.undo', { seq });
    if (done !== null) this.store.setState({ outcome: { did: 'redone', seq: done.seq, told: done.told } });
  }

  dismiss = (): void => this.store.setState({ outcome: null });

  showToast(key: string, params: Record<string, string | number> = {}): void {
    this.#ringside.toasts.getState().add({ summary: { key, params } });
  }

  /** Sends the targets that the operator saw (`from`): the call fails if another operator has changed one of them. */
  #reassign(rows: readonly LedgerRow[], to: Target): Promise<{ seq: number } | null> {
    const rowIds = rows.map(({ rowId }) => rowId);
    const from = rows.map(({ target }) => target);
    return this.#attempt(rows, this.#ringside.call('ledger.reassign', { rowIds, to, from }));
  }

  #place(rows: readonly LedgerRow[], round: number): Promise<{ seq: number } | null> {
    const rowIds = rows.map(({ rowId }) => rowId);
    return this.#attempt(
      rows,
      this.#ringside.call('ledger.place', { rowIds, round, from: rows.map(countedRound) }),
    );
  }

  async #attempt(
    rows: readonly LedgerRow[],
    moved: Promise<{ seq: number }>,
  ): Promise<{ seq: number } | null> {
    try {
      return await moved;
    } catch (error) {
      const problem = problemOf(error);
      if (problem.code === 'ledger.stale') showStaleRow(this.#ringside, rows, problem);
      else this.#ringside.showProblem(problem);
      return null;
    }
  }

  async #callUndo(which: CallArgs<'ledger.undo'>): Promise<CallResult<'ledger.undo'> | null> {
    try {
      return await this.#ringside.call('ledger.undo', which);
    } catch (error) {
      const problem = problemOf(error);
      if (problem.code === 'ledger.stale') showStaleUndo(this.#ringside);
      else this.#ringside.showProblem(problem);
      return null;
    }
  }

  #setPending(rowIds: readonly number[], seq: number | null): void {
    const pending = new Map(this.store.getState().pending);
    for (const rowId of rowIds) pending.set(rowId, seq);
    this.store.setState({ pending });
  }

  /** Handles the response of a correction. The rows stay pending until the engine has folded `seq`. */
  #answered(rowIds: readonly number[], seq: number | undefined): void {
    if (seq !== undefined && seq > this.#ringside.engine.state.seq) {
      this.#setPending(rowIds, seq);
      return;
    }
    const pending = new Map(this.store.getState().pending);
    for (const rowId of rowIds) pending.delete(rowId);
    this.store.setState({ pending });
  }
}

/** The rows that an assignment changes. An unallocated row that waits differs from one that the host left so. */
function undecided(rows: readonly LedgerRow[], to: Target): LedgerRow[] {
  return rows.filter(
    ({ target, reason }) => target !== to || (to === 'unallocated' && reason !== 'corrected'),
  );
}

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
interface LateDecision {
  round: number;
  number: number;
  rowIds: readonly number[];
  viewer: string;
  gifts: number;
}

/** The outcome of a correction of these rows; null without rows. `seq` is the correction's sequence number. */
function outcomeOf(seq: number, moved: readonly LedgerRow[], to: Target | RoundName): Outcome | null {
  const [row] = moved;
  if (row === undefined) return null;
  if (moved.length === 1) return { did: 'one', seq, row, to };
  if (moved.some(({ viewerId }) => viewerId !== row.viewerId))
    return { did: 'many', seq, rows: moved.length, to };
  return { did: 'ofViewer', seq, gifts: piecesOf(moved), viewer: row.viewerName, to };
}

/** The outcome of a sweep: rows of several viewers are small gifts that nobody gets. */
function sweptOutcome(seq: number, moved: readonly LedgerRow[]): Outcome | null {
  const outcome = outcomeOf(seq, moved, 'unallocated');
  return outcome?.did === 'many' ? { did: 'swept', seq, gifts: piecesOf(moved) } : outcome;
}

/** The number of gifts in these rows: a row may have several pieces. */
function piecesOf(rows: readonly LedgerRow[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0);
}

/** The decision on late rows of one viewer; null without rows. */
function lateDecisionOf(state: GameState, rows: readonly LedgerRow[]): LateDecision | null {
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
