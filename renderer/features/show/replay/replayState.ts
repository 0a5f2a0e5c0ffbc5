import type { CallResult } from '#shared/contract/backstage.ts';
import type { LedgerFilter, LedgerRow } from '#shared/contract/ledger.ts';
import type { Snapshot } from '#shared/contract/snapshot.ts';
import { movedRow } from '#shared/game/correction.ts';
import { restore, serialise } from '#shared/game/serialise.ts';
import type { FoldSink, GameState, RowGrowth, RowMove } from '#shared/game/state.ts';
import { matchesFilter } from '../ledger/ledgerFilter.ts';
import { grownRow } from '../ledger/ledgerRows.ts';

/** Number of newest rows that are in memory. */
const MAX_ROWS = 1000;

/** The newest ledger rows of a past show, as of the moment that is shown. The fold writes to it. */
export class ReplayLedger implements FoldSink {
  /** Oldest first. */
  readonly #rows: Map<number, LedgerRow>;

  constructor(rows: readonly LedgerRow[] = []) {
    this.#rows = new Map(rows.map((row) => [row.rowId, row]));
  }

  opened(row: LedgerRow): void {
    this.#rows.set(row.rowId, row);
    if (this.#rows.size <= MAX_ROWS) return;
    const [oldest] = this.#rows.keys();
    if (oldest !== undefined) this.#rows.delete(oldest);
  }

  grew(growth: RowGrowth): void {
    const row = this.#rows.get(growth.rowId);
    if (row !== undefined) this.#rows.set(growth.rowId, grownRow(row, growth));
  }

  moved(move: RowMove): void {
    const row = this.#rows.get(move.rowId);
    if (row !== undefined) this.#rows.set(move.rowId, movedRow(row, move));
  }

  /** The rows, oldest first. Row objects are replaced and never mutated. */
  get rows(): LedgerRow[] {
    return [...this.#rows.values()];
  }

  /** Answers `ledger.page` like a backstage; rows newest first. */
  page(
    filter: LedgerFilter,
    before: number | undefined,
    limit: number,
    seq: number,
  ): CallResult<'ledger.page'> {
    const all = this.rows.reverse().filter((row) => matchesFilter(filter, row));
    const wanted = before === undefined ? all : all.filter(({ rowId }) => rowId < before);
    const rows = wanted.slice(0, limit);
    const last = rows.at(-1);
    const next = wanted.length > rows.length && last !== undefined ? last.rowId : null;
    return { rows, next, total: all.length, seq };
  }
}

/** Largest number of checkpoints. If there are more, every second one is deleted and the interval is doubled. */
const MAX_CHECKPOINTS = 40;
/** Initial number of inputs between two checkpoints. */
const FIRST_INTERVAL = 5000;

export interface Checkpoint {
  seq: number;
  /** Time of the last input of the checkpoint (ms). */
  at: number;
  rows: LedgerRow[];
  /** Returns a new state that can be folded further. */
  restore(): GameState;
}

/** Snapshots of a show at regular intervals, so that seeking backwards does not start at the beginning. */
export class Checkpoints {
  #interval = FIRST_INTERVAL;
  #all: (Omit<Checkpoint, 'restore'> & { snapshot: Snapshot })[] = [];

  /** Call after every input. Adds a checkpoint if the interval is over. */
  add(state: GameState, ledger: ReplayLedger, at: number): void {
    const last = this.#all.at(-1)?.seq ?? 0;
    if (state.seq < last + this.#interval) return;
    this.#all.push({ seq: state.seq, at, rows: ledger.rows, snapshot: serialise(state) });
    if (this.#all.length <= MAX_CHECKPOINTS) return;
    this.#all = this.#all.filter((_, index) => index % 2 === 1);
    this.#interval *= 2;
  }

  /** The newest checkpoint at or before a moment (ms); null if there is none. */
  before(at: number): Checkpoint | null {
    const found = this.#all.findLast((checkpoint) => checkpoint.at <= at);
    if (found === undefined) return null;
    const { seq, rows, snapshot } = found;
    return { seq, at: found.at, rows, restore: () => restore(snapshot) };
  }
}
