import type { Input } from '../contract/input.ts';
import type { LedgerRow, Target } from '../contract/ledger.ts';
import type { Tally } from '../contract/snapshot.ts';
import { type Correction, countedRound } from '../game/correction.ts';
import type { RowGrowth, RowMove } from '../game/state.ts';

/** The changes of the ledger that a batch of inputs made, by row id. */
export interface LedgerDelta {
  rows: ReadonlyMap<number, LedgerRow>;
  growths: ReadonlyMap<number, RowGrowth>;
  moves: ReadonlyMap<number, RowMove>;
}

/** The fields of a row that a look-up returns. */
type RowFacts = Pick<LedgerRow, 'rowId' | 'viewerId' | 'giftId' | 'round' | 'late' | 'target'>;

/** Sums of a round's rows, by viewer id and by gift id. */
export interface RoundSums {
  viewers: Map<string, Tally>;
  gifts: Map<number, Tally>;
}

export interface RoundTalliesOptions {
  /** Reads the current rows with these ids. */
  find: (rowIds: readonly number[]) => readonly RowFacts[];
  /** Reads a round's sums as they are at the start. */
  sums: (round: number) => RoundSums;
}

type Corrected = Correction['rows'][number];

/** Maximum number of cached rows, more than grow at the same time. An older row is looked up again. */
const MAX_CACHED = 10_000;

interface CachedRow {
  viewerId: string;
  giftId: number;
  /** Whether the row has votes: its target is not 'uncounted'. */
  counted: boolean;
}

/**
 * Tallies of the latest started round by viewer and by gift, from the ledger's rows, as in a report: late gifts that
 * are only listed are in no round, and uncounted gifts have no votes. Updates the tallies with each batch of inputs
 * instead of summing all rows again.
 */
export class RoundTallies implements RoundSums {
  viewers = new Map<string, Tally>();
  gifts = new Map<number, Tally>();
  readonly #options: RoundTalliesOptions;
  /** By row id; null for a row outside the round. */
  readonly #cached = new Map<number, CachedRow | null>();
  #round = 0;
  #givers = 0;

  constructor(options: RoundTalliesOptions) {
    this.#options = options;
  }

  /** Number of viewers who gave anything in the round, counted or not. */
  get givers(): number {
    return this.#givers;
  }

  /** Sets the round's id, 0 for none. Returns whether it changed. */
  setRound(round: number): boolean {
    if (round === this.#round) return false;
    this.#round = round;
    this.#cached.clear();
    const { viewers, gifts } =
      round === 0 ? { viewers: new Map(), gifts: new Map() } : this.#options.sums(round);
    this.viewers = viewers;
    this.gifts = gifts;
    this.#givers = 0;
    for (const { count } of viewers.values()) this.#givers += Number(count > 0);
    return true;
  }

  /** Applies a batch that came after `setRound`. Returns the ids of the viewers whose sums changed. */
  apply(inputs: Iterable<Input>, { rows, growths, moves }: LedgerDelta): Set<string> {
    const changed = new Set<string>();
    if (this.#round === 0) return changed;
    for (const row of rows.values()) {
      const cached = this.#cacheRow(row);
      if (cached !== null) this.#add(cached, row, cached.counted, 1, changed);
    }
    this.#lookUp(growths);
    for (const growth of growths.values()) {
      const cached = this.#cached.get(growth.rowId);
      if (cached != null) this.#add(cached, growth, cached.counted, 1, changed);
    }
    if (moves.size > 0) {
      for (const input of inputs) this.#applyMoves(input, rows, moves, changed);
    }
    for (const oldest of this.#cached.keys()) {
      if (this.#cached.size <= MAX_CACHED) break;
      this.#cached.delete(oldest);
    }
    return changed;
  }

  /** Caches the growing rows that are not cached. */
  #lookUp(growths: ReadonlyMap<number, RowGrowth>): void {
    const unknown = [...growths.keys()].filter((rowId) => !this.#cached.has(rowId));
    if (unknown.length === 0) return;
    for (const row of this.#options.find(unknown)) this.#cacheRow(row);
  }

  /** Caches whether a row is in the round; growth does not change that. Null for a row outside the round. */
  #cacheRow(row: RowFacts): CachedRow | null {
    if (row.round === this.#round && row.late !== 'listed') return this.#cacheMember(row);
    this.#cached.set(row.rowId, null);
    return null;
  }

  /** Applies a correction or a decision on late gifts. Such a command carries its rows with their sums. */
  #applyMoves(
    input: Input,
    opened: ReadonlyMap<number, LedgerRow>,
    moves: ReadonlyMap<number, RowMove>,
    changed: Set<string>,
  ): void {
    if (input.kind !== 'command') return;
    // A row that opened in this batch is already in `rows` as it is at the batch's end.
    const isMoved = (rowId: number) => moves.has(rowId) && !opened.has(rowId);
    if (input.command === 'correct') {
      for (const row of input.rows) {
        if (!isMoved(row.rowId)) continue;
        if (row.place !== undefined && this.#changeRound(row, row.place, changed)) continue;
        if ((row.round ?? 0) !== this.#round) continue;
        this.#add(row, { ...row, count: 0, diamonds: 0 }, isCounted(row.from), -1, changed);
        this.#add(row, { ...row, count: 0, diamonds: 0 }, isCounted(row.to), 1, changed);
        const cached = this.#cached.get(row.rowId);
        if (cached != null) cached.counted = isCounted(row.to);
      }
    } else if (input.command === 'late' && input.round === this.#round) {
      for (const row of input.rows) {
        if (!isMoved(row.rowId)) continue;
        this.#add(row, row, isCounted(row.target), input.accept ? 1 : -1, changed);
        if (input.accept) this.#cacheMember(row);
        else this.#cached.set(row.rowId, null);
      }
    }
  }

  /** Applies a correction that moves a row into the round or out of it. Returns false if it does neither. */
  #changeRound(row: Corrected, { from, to }: NonNullable<Corrected['place']>, changed: Set<string>): boolean {
    const was = countedRound(from) === this.#round;
    const is = countedRound(to) === this.#round;
    if (was === is) return false;
    this.#add(row, row, isCounted(is ? row.to : row.from), is ? 1 : -1, changed);
    if (is) this.#cacheMember({ ...row, target: row.to });
    else this.#cached.set(row.rowId, null);
    return true;
  }

  #cacheMember({
    rowId,
    viewerId,
    giftId,
    target,
  }: Pick<RowFacts, 'rowId' | 'viewerId' | 'giftId' | 'target'>): CachedRow {
    const cached = { viewerId, giftId, counted: isCounted(target) };
    this.#cached.set(rowId, cached);
    return cached;
  }

  #add(
    { viewerId, giftId }: Pick<CachedRow, 'viewerId' | 'giftId'>,
    part: Tally,
    counted: boolean,
    sign: 1 | -1,
    changed: Set<string>,
  ): void {
    const before = this.viewers.get(viewerId)?.count ?? 0;
    const now = addTo(this.viewers, viewerId, part, counted, sign);
    addTo(this.gifts, giftId, part, counted, sign);
    this.#givers += Number(now > 0) - Number(before > 0);
    changed.add(viewerId);
  }
}

function isCounted(target: Target): boolean {
  return target !== 'uncounted';
}

/** Adds (or subtracts) a tally. Returns the new number of gifts. */
function addTo<K>(sums: Map<K, Tally>, key: K, part: Tally, counted: boolean, sign: 1 | -1): number {
  const sum = sums.get(key) ?? { count: 0, diamonds: 0, votesTenths: 0 };
  sum.count += sign * part.count;
  sum.diamonds += sign * part.diamonds;
  if (counted) sum.votesTenths += sign * part.votesTenths;
  sums.set(key, sum);
  return sum.count;
}
