import type { LedgerRow } from '../contract/ledger.ts';
import type { LedgerDelta } from './roundTallies.ts';

/**
 * Number of rows stored per value: the most that can pass it between two changes, of which there are 30 a second.
 * More than a page needs, because a slow page gets a later state.
 */
const ROWS_PER_VALUE = 48;
/** Maximum number of growing rows below the values. A forgotten row is read again when it grows. */
const MAX_GROWING = 10_000;

interface AlertSource {
  /** Reads the current rows with these ids. */
  find(rowIds: readonly number[]): readonly LedgerRow[];
  /** Reads the newest rows with at least this value (diamonds of the whole row), oldest first. */
  newest(fromDiamonds: number, limit: number): readonly LedgerRow[];
}

/**
 * The rows that reached the minimum value (diamonds of the whole combo) of an alert widget, in the order in which they
 * did. A row enters once and then only grows, so that a page alerts once for each combo.
 */
export class Alerts {
  readonly #source: AlertSource;
  /** By minimum value and row id. */
  readonly #byValue = new Map<number, Map<number, LedgerRow>>();
  /** Rows that may still grow to a value. */
  readonly #growing = new Map<number, LedgerRow>();

  constructor(source: AlertSource) {
    this.#source = source;
  }

  /** Sets the minimum values of the widgets. Reads the rows of new values. */
  setValues(values: ReadonlySet<number>): void {
    for (const value of this.#byValue.keys()) if (!values.has(value)) this.#byValue.delete(value);
    for (const value of values) {
      if (this.#byValue.has(value)) continue;
      const rows = this.#source.newest(value, ROWS_PER_VALUE);
      this.#byValue.set(value, new Map(rows.map((row) => [row.rowId, row])));
    }
  }

  /** Applies a batch's changes of the ledger. */
  apply({ rows, growths, moves }: LedgerDelta): void {
    if (this.#byValue.size === 0) {
      this.#growing.clear();
      return;
    }
    for (const row of rows.values()) {
      this.#pass(row, 0);
      if (row.streakKey !== '') this.#growing.set(row.rowId, row);
    }
    const unknown = [...growths.keys()].filter((rowId) => !this.#growing.has(rowId));
    if (unknown.length > 0) {
      for (const row of this.#source.find(unknown)) {
        // The stored row already contains the growth.
        const grown = growths.get(row.rowId);
        this.#pass(row, row.diamonds - (grown?.diamonds ?? 0));
        this.#growing.set(row.rowId, row);
      }
    }
    const read = new Set(unknown);
    for (const { rowId, at, count, diamonds } of growths.values()) {
      const before = this.#growing.get(rowId);
      if (before === undefined || read.has(rowId)) continue;
      const row = {
        ...before,
        lastAt: at,
        count: before.count + count,
        diamonds: before.diamonds + diamonds,
      };
      this.#growing.set(rowId, row);
      this.#pass(row, before.diamonds);
    }
    for (const { rowId, target } of moves.values()) this.#move(rowId, target);
    for (const oldest of this.#growing.keys()) {
      if (this.#growing.size <= MAX_GROWING) break;
      this.#growing.delete(oldest);
    }
  }

  /** The rows of all values without duplicates. */
  rows(): LedgerRow[] {
    const rows = new Map<number, LedgerRow>();
    for (const stored of this.#byValue.values()) for (const [rowId, row] of stored) rows.set(rowId, row);
    return [...rows.values()].sort((a, b) => a.rowId - b.rowId);
  }

  /** Stores a row that has grown from `before` diamonds, if that made it reach a value or if it is stored. */
  #pass(row: LedgerRow, before: number): void {
    for (const [value, stored] of this.#byValue) {
      if (stored.has(row.rowId)) stored.set(row.rowId, row);
      else if (before < value && row.diamonds >= value) stored.set(row.rowId, row);
      for (const oldest of stored.keys()) {
        if (stored.size <= ROWS_PER_VALUE) break;
        stored.delete(oldest);
      }
    }
  }

  #move(rowId: number, target: LedgerRow['target']): void {
    for (const stored of [this.#growing, ...this.#byValue.values()]) {
      const row = stored.get(rowId);
      if (row !== undefined) stored.set(rowId, { ...row, target });
    }
  }
}
