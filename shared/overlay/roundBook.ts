import type { Input } from '../contract/input.ts';
import type { LateState, LedgerRow, Target } from '../contract/ledger.ts';
import type { Tally } from '../contract/snapshot.ts';
import type { Correction } from '../game/rows.ts';
import { countedRound } from '../game/rows.ts';
import type { RowGrowth, RowMove } from '../game/state.ts';

/** What a batch of inputs did to the rows of the ledger. */
export interface RowNews {
  rows: ReadonlyMap<number, LedgerRow>;
  growths: ReadonlyMap<number, RowGrowth>;
  moves: ReadonlyMap<number, RowMove>;
}

/** What is told of a row that is looked up again. */
export type RowFacts = Pick<LedgerRow, 'rowId' | 'viewerId' | 'giftId' | 'round' | 'late' | 'target'>;

/** Sums of a round as its rows make them. */
export interface RoundSums {
  viewers: Map<string, Tally>;
  gifts: Map<number, Tally>;
}

export interface RoundBookOptions {
  /** The rows with these ids as they stand now. */
  find: (rowIds: readonly number[]) => readonly RowFacts[];
  /** The sums of a round by its rows, to begin with. */
  sums: (round: number) => RoundSums;
}

type Corrected = Correction['rows'][number];

/** Rows whose facts are remembered: more than grow at one time; an older one is looked up again. */
const ROWS_KEPT = 10_000;

interface Kept {
  viewerId: string;
  giftId: number;
  counted: boolean;
}

/**
 * Who gave what in the newest round that has begun, by the ledger's rows as a report has it: late gifts that are
 * only listed are in no round, what is not counted has no votes. Kept up by what each batch of inputs did to the
 * rows, so that nobody has to sum them up again while the round is on.
 */
export class RoundBook implements RoundSums {
  viewers = new Map<string, Tally>();
  gifts = new Map<number, Tally>();
  readonly #options: RoundBookOptions;
  /** Null for a row that is not in the round. */
  readonly #kept = new Map<number, Kept | null>();
  #round = 0;
  #givers = 0;

  constructor(options: RoundBookOptions) {
    this.#options = options;
  }

  /** How many gave anything in it, counted or not. */
  get givers(): number {
    return this.#givers;
  }

  /** Follows another round, 0 for none. True when it is another one than before. */
  follow(round: number): boolean {
    if (round === this.#round) return false;
    this.#round = round;
    this.#kept.clear();
    const { viewers, gifts } =
      round === 0 ? { viewers: new Map(), gifts: new Map() } : this.#options.sums(round);
    this.viewers = viewers;
    this.gifts = gifts;
    this.#givers = 0;
    for (const { count } of viewers.values()) this.#givers += Number(count > 0);
    return true;
  }

  /** Takes a batch that came after `follow`. Gives back the viewers whose sums have changed. */
  take(inputs: Iterable<Input>, { rows, growths, moves }: RowNews): Set<string> {
    const touched = new Set<string>();
    if (this.#round === 0) return touched;
    for (const row of rows.values()) {
      const kept = this.#learn(row);
      if (kept !== null) this.#add(kept, row, kept.counted, 1, touched);
    }
    this.#lookUp(growths);
    for (const growth of growths.values()) {
      const kept = this.#kept.get(growth.rowId);
      if (kept != null) this.#add(kept, growth, kept.counted, 1, touched);
    }
    if (moves.size > 0) {
      for (const input of inputs) this.#move(input, rows, moves, touched);
    }
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= ROWS_KEPT) break;
      this.#kept.delete(oldest);
    }
    return touched;
  }

  #lookUp(growths: ReadonlyMap<number, RowGrowth>): void {
    const unknown = [...growths.keys()].filter((rowId) => !this.#kept.has(rowId));
    if (unknown.length === 0) return;
    for (const row of this.#options.find(unknown)) this.#learn(row);
  }

  /** A row is in the round or is not, and stays so as it grows. */
  #learn(row: RowFacts): Kept | null {
    if (row.round === this.#round && row.late !== 'listed') return this.#keep(row);
    this.#kept.set(row.rowId, null);
    return null;
  }

  /** A correction and a decision on late gifts carry their rows with what they hold. */
  #move(
    input: Input,
    opened: ReadonlyMap<number, LedgerRow>,
    moves: ReadonlyMap<number, RowMove>,
    touched: Set<string>,
  ): void {
    if (input.kind !== 'command') return;
    // A row that opened in this very batch was told as it stands at its end.
    const isNews = (rowId: number) => moves.has(rowId) && !opened.has(rowId);
    if (input.command === 'correct') {
      for (const row of input.rows) {
        if (!isNews(row.rowId)) continue;
        if (row.place !== undefined && this.#place(row, row.place, touched)) continue;
        if ((row.round ?? 0) !== this.#round) continue;
        this.#add(row, { ...row, count: 0, diamonds: 0 }, counts(row.from), -1, touched);
        this.#add(row, { ...row, count: 0, diamonds: 0 }, counts(row.to), 1, touched);
        const kept = this.#kept.get(row.rowId);
        if (kept != null) kept.counted = counts(row.to);
      }
    } else if (input.command === 'late' && input.round === this.#round) {
      for (const row of input.rows) {
        if (!isNews(row.rowId)) continue;
        this.#add(row, row, counts(row.target), input.accept ? 1 : -1, touched);
        if (input.accept) this.#keep(row);
        else this.#kept.set(row.rowId, null);
      }
    }
  }

  /** Follows a row that a correction moves into the round or out of it; false for one that stays where it is. */
  #place(row: Corrected, { from, to }: NonNullable<Corrected['place']>, touched: Set<string>): boolean {
    const was = countedRound(from) === this.#round;
    const is = countedRound(to) === this.#round;
    if (was === is) return false;
    this.#add(row, row, counts(is ? row.to : row.from), is ? 1 : -1, touched);
    if (is) this.#keep({ ...row, target: row.to });
    else this.#kept.set(row.rowId, null);
    return true;
  }

  #keep({
    rowId,
    viewerId,
    giftId,
    target,
  }: Pick<RowFacts, 'rowId' | 'viewerId' | 'giftId' | 'target'>): Kept {
    const kept = { viewerId, giftId, counted: counts(target) };
    this.#kept.set(rowId, kept);
    return kept;
  }

  #add(
    { viewerId, giftId }: Pick<Kept, 'viewerId' | 'giftId'>,
    part: Tally,
    counted: boolean,
    sign: 1 | -1,
    touched: Set<string>,
  ): void {
    const before = this.viewers.get(viewerId)?.count ?? 0;
    const now = addTo(this.viewers, viewerId, part, counted, sign);
    addTo(this.gifts, giftId, part, counted, sign);
    this.#givers += Number(now > 0) - Number(before > 0);
    touched.add(viewerId);
  }
}

function counts(target: Target): boolean {
  return target !== 'uncounted';
}

/** Gives back how many pieces it is now. */
function addTo<K>(sums: Map<K, Tally>, key: K, part: Tally, counted: boolean, sign: 1 | -1): number {
  const sum = sums.get(key) ?? { count: 0, diamonds: 0, votesTenths: 0 };
  sum.count += sign * part.count;
  sum.diamonds += sign * part.diamonds;
  if (counted) sum.votesTenths += sign * part.votesTenths;
  sums.set(key, sum);
  return sum.count;
}

/** The rows that a round has, summed up: what `RoundBookOptions.sums` gives where all rows are at hand. */
export function sumRows(
  rows: Iterable<Pick<LedgerRow, 'viewerId' | 'giftId' | 'target' | 'round'> & Tally & { late: LateState }>,
  round: number,
): RoundSums {
  const sums: RoundSums = { viewers: new Map(), gifts: new Map() };
  for (const row of rows) {
    if (row.round !== round || row.late === 'listed') continue;
    addTo(sums.viewers, row.viewerId, row, counts(row.target), 1);
    addTo(sums.gifts, row.giftId, row, counts(row.target), 1);
  }
  return sums;
}
