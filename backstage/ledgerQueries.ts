import {
  type LateState,
  type LedgerFilter,
  type LedgerRow,
  type Target,
  targetSchema,
} from '#shared/contract/ledger.ts';
import type { GameState } from '#shared/game/fold.ts';
import type { Journal } from './journal/journal.ts';
import { fromRecord } from './journal/rowChanges.ts';

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
  /** The total includes rows up to this id. */
  until: number;
  moves: number;
}

/** How many filters have a cached count. */
const MOST_CACHED_COUNTS = 50;
/** Up to this many matching viewers, their rows are found by index. With more, the ledger is scanned. */
const FEW_VIEWERS = 200;

/**
 * Reads the ledger of one journal in pages, newest row first. Row ids never change, so a page keeps its position while
 * the show goes on.
 */
export class LedgerQueries {
  readonly #journal: Journal;
  readonly #counts = new Map<string, Counted>();

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  /** Reads one page. `state` must belong to this journal: totals that it contains are not counted again. */
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

  /** Reads the rows with these ids, in the order of the ids. Skips ids that do not exist. */
  byIds(rowIds: readonly number[]): LedgerRow[] {
    return this.#journal.db
      .prepare('SELECT * FROM rows WHERE row_id IN (SELECT value FROM json_each(?)) ORDER BY row_id')
      .all(JSON.stringify(rowIds))
      .map(fromRecord);
  }

  /** Reads a viewer's rows with one target in one round (0: outside of rounds), oldest first. */
  ofViewer(viewerId: string, target: LedgerRow['target'], round: number): LedgerRow[] {
    return this.#journal.db
      .prepare('SELECT * FROM rows WHERE viewer_id = ? AND +target = ? AND round = ? ORDER BY row_id')
      .all(viewerId, target, round)
      .map(fromRecord);
  }

  /** Counts the rows of viewers that count for each anchor. */
  anchorRowsOf(viewerIds: readonly string[]): { viewerId: string; target: Target; rows: number }[] {
    return this.#journal.db
      .prepare(
        `SELECT viewer_id, target, count(*) AS total FROM rows
         WHERE viewer_id IN (SELECT value FROM json_each(?))
           AND +target >= 'anchor:' AND +target < 'anchor;'
         GROUP BY viewer_id, target`,
      )
      .all(JSON.stringify(viewerIds))
      .map(({ viewer_id, target, total }) => ({
        viewerId: String(viewer_id),
        target: targetSchema.parse(target),
        rows: Number(total),
      }));
  }

  /** Reads the rows of a round that arrived late and have this late state, oldest first. */
  ofLate(round: number, late: LateState): LedgerRow[] {
    return this.#journal.db
      .prepare("SELECT * FROM rows WHERE late = ? AND late <> 'no' AND round = ? ORDER BY row_id")
      .all(late, round)
      .map(fromRecord);
  }

  #select(conditions: Condition[], limit: number): LedgerRow[] {
    return this.#journal.db
      .prepare(`SELECT * FROM rows ${hint(conditions)} ${where(conditions)} ORDER BY row_id DESC LIMIT ?`)
      .all(...conditions.flatMap(({ values }) => values), limit)
      .map(fromRecord);
  }

  /** Translates a filter to SQL. Returns null if no row can match. */
  #conditions(filter: LedgerFilter): Condition[] | null {
    const { viewer, viewerId, giftId, target, corrected, late } = filter;
    const conditions: Condition[] = [];
    if (viewerId !== undefined) conditions.push({ sql: 'viewer_id = ?', values: [viewerId] });
    if (giftId !== undefined) conditions.push({ sql: 'gift_id = ?', values: [giftId] });
    if (target === 'anchors') conditions.push(anchorsCondition);
    else if (target !== undefined) conditions.push({ sql: 'target = ?', values: [target] });
    if (corrected === true) conditions.push({ sql: "reason = 'corrected'", values: [] });
    if (corrected === false) conditions.push({ sql: "reason <> 'corrected'", values: [] });
    // The extra condition lets SQLite use the partial index of late rows.
    if (late === 'no') conditions.push({ sql: "late = 'no'", values: [] });
    else if (late !== undefined) conditions.push({ sql: "late <> 'no' AND late = ?", values: [late] });
    const part = viewer?.trim().toLowerCase() ?? '';
    if (part === '') return conditions;
    const named = this.#viewersNamed(part);
    if (named.length === 0) return null;
    // With few viewers the index is faster. With many, a scan soon finds enough rows.
    if (named.length <= FEW_VIEWERS) {
      const sql = 'viewer_id IN (SELECT value FROM json_each(?))';
      return [...conditions, { sql, values: [JSON.stringify(named)] }];
    }
    const sql =
      'EXISTS (SELECT 1 FROM viewers v WHERE v.viewer_id = rows.viewer_id AND instr(v.names, ?) > 0)';
    return [...conditions, { sql, values: [part] }];
  }

  #viewersNamed(part: string): string[] {
    return this.#journal.db
      .prepare('SELECT viewer_id FROM viewers WHERE instr(names, ?) > 0 LIMIT ?')
      .all(part, FEW_VIEWERS + 1)
      .map((record) => String(record.viewer_id));
  }

  /** Returns the total if the state or the viewers table has it, otherwise null. */
  #known(filter: LedgerFilter, state: GameState): number | null {
    const { viewer = '', viewerId, giftId, target, corrected, late } = filter;
    if (viewerId !== undefined || giftId !== undefined || corrected !== undefined) return null;
    if (late !== undefined) return viewer === '' && target === undefined ? rowsOfLate(state, late) : null;
    const part = viewer.trim().toLowerCase();
    if (part !== '') return target === undefined ? this.#rowsOfNamed(part) : null;
    let rows = 0;
    for (const [name, tally] of state.targets) {
      const wanted =
        target === 'anchors' ? name.startsWith('anchor:') : target === undefined || target === name;
      if (wanted) rows += tally.rows;
    }
    return rows;
  }

  #rowsOfNamed(part: string): number {
    const sum = this.#journal.db.prepare('SELECT sum(rows) AS total FROM viewers WHERE instr(names, ?) > 0');
    return Number(sum.get(part)?.total ?? 0);
  }

  /**
   * Counts the matching rows and caches the total. Later calls count only newer rows: rows are never deleted, and only
   * a correction changes whether a row matches.
   */
  #count(filter: LedgerFilter, conditions: Condition[], state: GameState): number {
    // The key contains the matching viewers, so a name that matches a new viewer is counted again.
    const key = JSON.stringify([filter, ...conditions.flatMap(({ values }) => values)]);
    const counted = this.#counts.get(key);
    // A change of a late state is not counted as a correction, so late rows are always counted again.
    const fresh = filter.late === undefined && counted !== undefined && counted.moves === state.corrections;
    const base = fresh ? counted : { total: 0, until: 0, moves: state.corrections };
    const newer = [...conditions, { sql: 'row_id > ?', values: [base.until] }];
    const record = this.#journal.db
      .prepare(`SELECT count(*) AS total FROM rows ${where(base.until === 0 ? conditions : newer)}`)
      .get(...(base.until === 0 ? conditions : newer).flatMap(({ values }) => values));
    const total = base.total + Number(record?.total ?? 0);
    this.#counts.delete(key);
    this.#counts.set(key, { total, until: state.seq, moves: state.corrections });
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > MOST_CACHED_COUNTS && oldest !== undefined) this.#counts.delete(oldest);
    return total;
  }
}

const anchorsCondition: Condition = { sql: "target >= 'anchor:' AND target < 'anchor;'", values: [] };

/** Sums the late rows of all rounds from the state. Returns null for 'no'. */
function rowsOfLate(state: GameState, late: LateState): number | null {
  if (late === 'no') return null;
  return state.rounds.reduce((sum, round) => sum + (late === 'listed' ? round.late : round.accepted).rows, 0);
}

/**
 * Forces an index for the rows of all anchors, where SQLite would sort the whole table. A condition on a viewer or a
 * gift has a better index.
 */
function hint(conditions: Condition[]): string {
  const narrow = conditions.some(({ sql }) => /^(viewer_id|gift_id)/.test(sql));
  return conditions.includes(anchorsCondition) && !narrow ? 'INDEXED BY rows_of_anchors' : '';
}

function where(conditions: Condition[]): string {
  return conditions.length === 0 ? '' : `WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`;
}
