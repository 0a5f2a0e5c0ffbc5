import { createStore, type StoreApi } from 'zustand/vanilla';
import { problemOf, type Ringside } from '#renderer/data/ringside.ts';
import { showStaleRow, showStaleUndo } from '#renderer/data/show/staleToasts.ts';
import type { CallArgs } from '#shared/contract/backstage.ts';
import type { LedgerRow, Target } from '#shared/contract/ledger.ts';
import type { RoundName } from '#shared/contract/report.ts';
import { roundName } from '#shared/game/round/view.ts';
import { countedRound } from '#shared/game/rows.ts';

/** Result of the latest correction, shown in the bar that offers to undo it. */
export type Outcome =
  | { did: 'one'; seq: number; row: LedgerRow; to: Target | RoundName }
  | { did: 'many'; seq: number; rows: number; to: Target | RoundName }
  | { did: 'viewer'; seq: number; rows: number; viewer: string; to: Target }
  | { did: 'undone'; seq: number; rows: number }
  | { did: 'redone'; seq: number; rows: number };

export interface CorrectionsState {
  /** Row id to the sequence number of its correction that the engine has not folded yet; null until the answer. */
  pending: ReadonlyMap<number, number | null>;
  outcome: Outcome | null;
}

type CorrectionsRingside = Pick<
  Ringside,
  'engine' | 'attempt' | 'call' | 'showProblem' | 'toasts' | 'settings'
>;

/** Largest number of rows in one call. */
export const MAX_ROWS = 500;

/**
 * Sends the operator's corrections. A row is pending until the engine has folded its correction; no update is
 * optimistic. Errors are shown as toasts.
 */
export class Corrections {
  readonly store: StoreApi<CorrectionsState> = createStore(() => ({ pending: new Map(), outcome: null }));
  readonly #ringside: CorrectionsRingside;
  /** Sequence numbers of the undo commands of this screen that `redo` can revert, newest last. */
  #undone: number[] = [];

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

  /** Assigns rows to a target. Skips rows that have this target already and pending rows. */
  async assign(rows: readonly LedgerRow[], to: Target): Promise<void> {
    const others = rows.filter(({ target }) => target !== to);
    await this.#move(others, to, (moving) => this.#reassign(moving, to));
  }

  /** Moves rows to a round; 0 means no round. Skips rows that count there already and pending rows. */
  async place(rows: readonly LedgerRow[], round: number): Promise<void> {
    const others = rows.filter((row) => countedRound(row) !== round);
    const to = roundName(this.#ringside.engine.state, round);
    await this.#move(others, to, (moving) => this.#place(moving, round));
  }

  async #move(
    rows: readonly LedgerRow[],
    to: Target | RoundName,
    move: (rows: readonly LedgerRow[]) => Promise<{ seq: number } | null>,
  ): Promise<void> {
    const { pending } = this.store.getState();
    const moving = rows.filter(({ rowId }) => !pending.has(rowId)).slice(0, MAX_ROWS);
    const [row] = moving;
    if (row === undefined) return;
    const rowIds = moving.map(({ rowId }) => rowId);
    this.#setPending(rowIds, null);
    const done = await move(moving);
    this.#answered(rowIds, done?.seq);
    if (done === null) return;
    this.#undone = [];
    const many = { did: 'many' as const, seq: done.seq, rows: moving.length, to };
    this.store.setState({ outcome: moving.length === 1 ? { did: 'one', seq: done.seq, row, to } : many });
  }

  /**
   * Assigns all unallocated rows of a viewer, visible or not: those of the current round, or else those outside of
   * rounds.
   */
  async assignViewer(viewer: { id: string; name: string }, to: Target): Promise<void> {
    const done = await this.#ringside.attempt('ledger.reassignViewer', { viewerId: viewer.id, to });
    if (done === null) return;
    this.#undone = [];
    if (done.rows === 0) this.showToast('ledger.viewerHasNone', { viewer: viewer.name });
    else
      this.store.setState({
        outcome: { did: 'viewer', seq: done.seq, rows: done.rows, viewer: viewer.name, to },
      });
  }

  /** Undoes the correction with this sequence number, or else the newest one. */
  async undo(seq?: number): Promise<void> {
    const seen = this.#ringside.engine.state.seq;
    this.#showUndone(await this.#callUndo(seq === undefined ? { seen } : { seq }));
  }

  /** Undoes the newest correction of a row, for every row that it moved. */
  async undoRow(rowId: number): Promise<void> {
    this.#showUndone(await this.#callUndo({ rowId }));
  }

  #showUndone(done: { seq: number; rows: number } | null): void {
    if (done === null) return;
    this.#undone.push(done.seq);
    this.store.setState({ outcome: { did: 'undone', seq: done.seq, rows: done.rows } });
  }

  /** Reverts the newest undo of this screen. A new correction empties the redo stack. */
  async redo(): Promise<void> {
    const seq = this.#undone.pop();
    if (seq === undefined) {
      this.showToast('ledger.nothingToRedo');
      return;
    }
    const done = await this.#ringside.attempt('ledger.undo', { seq });
    if (done !== null) this.store.setState({ outcome: { did: 'redone', seq: done.seq, rows: done.rows } });
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

  async #callUndo(which: CallArgs<'ledger.undo'>): Promise<{ seq: number; rows: number } | null> {
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

  /** Handles the answer of a correction: keeps the rows pending until the engine has folded `seq`. */
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
