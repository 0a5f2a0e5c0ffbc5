import type { LedgerFilter, LedgerRow } from '#shared/contract/ledger.ts';
import type { GameState } from '#shared/game/fold.ts';
import type { Journal } from './journal/journal.ts';
import { fromRecord } from './journal/rowRecord.ts';

export interface LedgerPage {
  rows: LedgerRow[];
  next: number | null;
  total: number;
}

interface Condition {
  sql: string;
  values: (string | number)[];
}

interface Counted {
  total: number;
  /** Up to this row; newer ones are counted on top. */
  until: number;
  moves: number;
}

/** Filters whose count is remembered. */
const COUNTS_KEPT = 50;
/** With so few viewers of that name their own rows are looked up; with more the ledger is walked through. */
const FEW_VIEWERS = 200;

/**
 * Reads the ledger of one journal in pages, newest row first. Rows keep their place for ever, so a page stays
 * where it is while the show goes on.
 */
export class LedgerQueries {
  readonly #journal: Journal;
  readonly #counts = new Map<string, Counted>();

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  /** `state` is the journal's own: what it has summed up is not counted again. */
  page(filter: LedgerFilter, before: number | undefined, limit: number, state: GameState): LedgerPage {
    const conditions = this.#conditions(filter);
    if (conditions === null) return { rows: [], next: null, total: 0 };
    const paged =
      before === undefined ? conditions : [...conditions, { sql: 'row_id < ?', values: [before] }];
    const rows = this.#select(paged, limit + 1);
    const more = rows.length > limit;
    if (more) rows.pop();
    const last = rows.at(-1);
    return {
      rows,
      next: more && last !== undefined ? last.rowId : null,
      total: this.#known(filter, state) ?? this.#count(filter, conditions, state),
    };
  }

  /** The rows of these ids that exist, in the order of their ids. */
  byIds(rowIds: readonly number[]): LedgerRow[] {
    return this.#journal.db
      .prepare('SELECT * FROM rows WHERE row_id IN (SELECT value FROM json_each(?)) ORDER BY row_id')
      .all(JSON.stringify(rowIds))
      .map(fromRecord);
  }

  /** All rows of a viewer under one target, oldest first. */
  ofViewer(viewerId: string, target: LedgerRow['target']): LedgerRow[] {
    return this.#journal.db
      .prepare(
        'SELECT * FROM rows INDEXED BY rows_by_viewer WHERE viewer_id = ? AND target = ? ORDER BY row_id',
      )
      .all(viewerId, target)
      .map(fromRecord);
  }

  #select(conditions: Condition[], limit: number): LedgerRow[] {
    return this.#journal.db
      .prepare(`SELECT * FROM rows ${where(conditions)} ORDER BY row_id DESC LIMIT ?`)
      .all(...conditions.flatMap(({ values }) => values), limit)
      .map(fromRecord);
  }

  /** Null when no row can meet them. */
  #conditions(filter: LedgerFilter): Condition[] | null {
    const { viewer, viewerId, giftId, target, corrected } = filter;
    const conditions: Condition[] = [];
    if (viewerId !== undefined) conditions.push({ sql: 'viewer_id = ?', values: [viewerId] });
    if (giftId !== undefined) conditions.push({ sql: 'gift_id = ?', values: [giftId] });
    if (target === 'anchors')
      conditions.push({ sql: "target >= 'anchor:' AND target < 'anchor;'", values: [] });
    else if (target !== undefined) conditions.push({ sql: 'target = ?', values: [target] });
    if (corrected === true) conditions.push({ sql: "reason = 'corrected'", values: [] });
    if (corrected === false) conditions.push({ sql: "reason <> 'corrected'", values: [] });
    const part = viewer?.trim().toLowerCase() ?? '';
    if (part === '') return conditions;
    const named = this.#viewersNamed(part);
    if (named.length === 0) return null;
    // Sorting out the rows of few viewers is quick by their index, and walking down to rows of many is, too.
    const column = named.length <= FEW_VIEWERS ? 'viewer_id' : '+viewer_id';
    conditions.push({
      sql: `${column} IN (SELECT value FROM json_each(?))`,
      values: [JSON.stringify(named)],
    });
    return conditions;
  }

  #viewersNamed(part: string): string[] {
    return this.#journal.db
      .prepare('SELECT DISTINCT viewer_id FROM viewers WHERE instr(names, ?) > 0')
      .all(part)
      .map((record) => String(record.viewer_id));
  }

  /** Totals that the state keeps anyway. */
  #known(filter: LedgerFilter, state: GameState): number | null {
    const { viewer = '', viewerId, giftId, target, corrected } = filter;
    if (viewer.trim() !== '' || viewerId !== undefined || giftId !== undefined || corrected !== undefined) {
      return null;
    }
    let rows = 0;
    for (const [name, tally] of state.targets) {
      const wanted =
        target === 'anchors' ? name.startsWith('anchor:') : target === undefined || target === name;
      if (wanted) rows += tally.rows;
    }
    return rows;
  }

  /**
   * Counts once and then only what is newer: a row never goes, and what a filter asks for changes by a
   * correction alone.
   */
  #count(filter: LedgerFilter, conditions: Condition[], state: GameState): number {
    // A search for a name counts anew as soon as it means more viewers than before.
    const width = conditions.reduce((sum, { values }) => sum + values.join().length, 0);
    const key = `${JSON.stringify(filter)} ${width}`;
    const counted = this.#counts.get(key);
    const fresh = counted !== undefined && counted.moves === state.corrections;
    const base = fresh ? counted : { total: 0, until: 0, moves: state.corrections };
    const newer = [...conditions, { sql: 'row_id > ?', values: [base.until] }];
    const record = this.#journal.db
      .prepare(`SELECT count(*) AS total FROM rows ${where(base.until === 0 ? conditions : newer)}`)
      .get(...(base.until === 0 ? conditions : newer).flatMap(({ values }) => values));
    const total = base.total + Number(record?.total ?? 0);
    this.#counts.delete(key);
    this.#counts.set(key, { total, until: state.seq, moves: state.corrections });
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > COUNTS_KEPT && oldest !== undefined) this.#counts.delete(oldest);
    return total;
  }
}

function where(conditions: Condition[]): string {
  return conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`;
}
