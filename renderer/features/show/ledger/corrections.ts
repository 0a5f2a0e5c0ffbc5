import { createStore, type StoreApi } from 'zustand/vanilla';
import { problemOf, type Ringside } from '#renderer/data/ringside.ts';
import { tellStaleRow, tellStaleUndo } from '#renderer/data/show/staleNews.ts';
import type { CallArgs } from '#shared/contract/backstage.ts';
import type { LedgerRow, Target } from '#shared/contract/ledger.ts';
import type { RoundName } from '#shared/contract/report.ts';
import { roundName } from '#shared/game/round/view.ts';
import { countedRound } from '#shared/game/rows.ts';

/** What a correction did, for the bar that offers to take it back. */
export type Outcome =
  | { did: 'one'; seq: number; row: LedgerRow; to: Target | RoundName }
  | { did: 'many'; seq: number; rows: number; to: Target | RoundName }
  | { did: 'viewer'; seq: number; rows: number; viewer: string; to: Target }
  | { did: 'undone'; seq: number; rows: number }
  | { did: 'redone'; seq: number; rows: number };

export interface CorrectionsState {
  /** Rows whose correction is on its way; with the number of the journal that it got, once it is known. */
  pending: ReadonlyMap<number, number | null>;
  outcome: Outcome | null;
}

type CorrectionsRingside = Pick<
  Ringside,
  'engine' | 'attempt' | 'call' | 'showProblem' | 'toasts' | 'settings'
>;

/** A call takes so many rows at most. */
export const MOST_ROWS = 500;

/**
 * The operator's corrections. Nothing is shown as done before the journal has it: a row is pending until the
 * show has passed the number that its correction got. Refusals are told as toasts.
 */
export class Corrections {
  readonly store: StoreApi<CorrectionsState> = createStore(() => ({ pending: new Map(), outcome: null }));
  readonly #ringside: CorrectionsRingside;
  /** What was taken back here and can be done again, the newest last. */
  #undone: number[] = [];

  constructor(ringside: CorrectionsRingside) {
    this.#ringside = ringside;
  }

  /** Settles what is pending as the show goes on, until the returned function is called. */
  follow(): () => void {
    const { engine } = this.#ringside;
    return engine.subscribe(() => {
      const { pending } = this.store.getState();
      const left = [...pending].filter(([, seq]) => seq === null || seq > engine.state.seq);
      if (left.length < pending.size) this.store.setState({ pending: new Map(left) });
    });
  }

  /** Rows that stand there already, or are on their way somewhere, are left alone. */
  async assign(rows: readonly LedgerRow[], to: Target): Promise<void> {
    const elsewhere = rows.filter(({ target }) => target !== to);
    await this.#move(elsewhere, to, (moving) => this.#reassign(moving, to));
  }

  /** Counts rows in a round, 0: in none. */
  async place(rows: readonly LedgerRow[], round: number): Promise<void> {
    const elsewhere = rows.filter((row) => countedRound(row) !== round);
    const to = roundName(this.#ringside.engine.state, round);
    await this.#move(elsewhere, to, (moving) => this.#place(moving, round));
  }

  async #move(
    rows: readonly LedgerRow[],
    to: Target | RoundName,
    move: (rows: readonly LedgerRow[]) => Promise<{ seq: number } | null>,
  ): Promise<void> {
    const { pending } = this.store.getState();
    const moving = rows.filter(({ rowId }) => !pending.has(rowId)).slice(0, MOST_ROWS);
    const [row] = moving;
    if (row === undefined) return;
    const rowIds = moving.map(({ rowId }) => rowId);
    this.#setPending(rowIds, null);
    const done = await move(moving);
    this.#settle(rowIds, done?.seq);
    if (done === null) return;
    this.#undone = [];
    const many = { did: 'many' as const, seq: done.seq, rows: moving.length, to };
    this.store.setState({ outcome: moving.length === 1 ? { did: 'one', seq: done.seq, row, to } : many });
  }

  /** The viewer's unallocated rows of the round that is on (else outside rounds), on screen or not. */
  async assignViewer(viewer: { id: string; name: string }, to: Target): Promise<void> {
    const done = await this.#ringside.attempt('ledger.reassignViewer', { viewerId: viewer.id, to });
    if (done === null) return;
    this.#undone = [];
    if (done.rows === 0) this.#say('ledger.viewerHasNone', { viewer: viewer.name });
    else
      this.store.setState({
        outcome: { did: 'viewer', seq: done.seq, rows: done.rows, viewer: viewer.name, to },
      });
  }

  /** Takes back a correction, the newest one when none is named. */
  async undo(seq?: number): Promise<void> {
    const seen = this.#ringside.engine.state.seq;
    this.#tell(await this.#takeBack(seq === undefined ? { seen } : { seq }));
  }

  /** Takes back the newest correction of a row, with every row that it moved. */
  async undoRow(rowId: number): Promise<void> {
    this.#tell(await this.#takeBack({ rowId }));
  }

  #tell(done: { seq: number; rows: number } | null): void {
    if (done === null) return;
    this.#undone.push(done.seq);
    this.store.setState({ outcome: { did: 'undone', seq: done.seq, rows: done.rows } });
  }

  /** Does again what was taken back here last. A new correction ends that: there is nothing to do again then. */
  async redo(): Promise<void> {
    const seq = this.#undone.pop();
    if (seq === undefined) {
      this.#say('ledger.nothingToRedo', {});
      return;
    }
    const done = await this.#ringside.attempt('ledger.undo', { seq });
    if (done !== null) this.store.setState({ outcome: { did: 'redone', seq: done.seq, rows: done.rows } });
  }

  dismiss = (): void => this.store.setState({ outcome: null });

  say(key: string, params: Record<string, string | number> = {}): void {
    this.#say(key, params);
  }

  /** Says where the rows stood when they were chosen, so that another operator is not overwritten unseen. */
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
      if (problem.code === 'ledger.stale') tellStaleRow(this.#ringside, rows, problem);
      else this.#ringside.showProblem(problem);
      return null;
    }
  }

  async #takeBack(which: CallArgs<'ledger.undo'>): Promise<{ seq: number; rows: number } | null> {
    try {
      return await this.#ringside.call('ledger.undo', which);
    } catch (error) {
      const problem = problemOf(error);
      if (problem.code === 'ledger.stale') tellStaleUndo(this.#ringside);
      else this.#ringside.showProblem(problem);
      return null;
    }
  }

  #say(key: string, params: Record<string, string | number>): void {
    this.#ringside.toasts.getState().add({ summary: { key, params } });
  }

  #setPending(rowIds: readonly number[], seq: number | null): void {
    const pending = new Map(this.store.getState().pending);
    for (const rowId of rowIds) pending.set(rowId, seq);
    this.store.setState({ pending });
  }

  #settle(rowIds: readonly number[], seq: number | undefined): void {
    if (seq !== undefined && seq > this.#ringside.engine.state.seq) {
      this.#setPending(rowIds, seq);
      return;
    }
    const pending = new Map(this.store.getState().pending);
    for (const rowId of rowIds) pending.delete(rowId);
    this.store.setState({ pending });
  }
}
