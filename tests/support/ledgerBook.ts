import type { LedgerRow, Target } from '#shared/contract/ledger.ts';
import type { Tally } from '#shared/contract/snapshot.ts';
import { movedRow } from '#shared/game/correction.ts';
import type { FoldSink, RowGrowth, RowMove } from '#shared/game/state.ts';
import type { RoundSums } from '#shared/overlay/roundTallies.ts';

/** Stores all ledger rows of a fold, as the journal and a screen do. */
export class LedgerBook implements FoldSink {
  readonly rows = new Map<number, LedgerRow>();

  opened(row: LedgerRow): void {
    this.rows.set(row.rowId, { ...row, marks: [...row.marks] });
  }

  grew(growth: RowGrowth): void {
    const row = this.row(growth.rowId);
    row.seq = growth.seq;
    row.lastAt = growth.at;
    row.count += growth.count;
    row.diamonds += growth.diamonds;
    row.votesTenths += growth.votesTenths;
    if (growth.missedMessage && !row.marks.includes('missedMessage')) row.marks.push('missedMessage');
  }

  moved(move: RowMove): void {
    this.rows.set(move.rowId, movedRow(this.row(move.rowId), move));
  }

  row(rowId: number): LedgerRow {
    const row = this.rows.get(rowId);
    if (row === undefined) throw new Error(`no row ${rowId}`);
    return row;
  }

  /** Sums and number of rows by target, of the whole show or of one round. */
  sums(round?: number): Map<Target, Tally & { rows: number }> {
    const sums = new Map<Target, Tally & { rows: number }>();
    for (const row of this.rows.values()) {
      if (round !== undefined && (row.round !== round || row.late === 'listed')) continue;
      const sum = sums.get(row.target) ?? { count: 0, diamonds: 0, votesTenths: 0, rows: 0 };
      sum.count += row.count;
      sum.diamonds += row.diamonds;
      sum.votesTenths += row.votesTenths;
      sum.rows += 1;
      sums.set(row.target, sum);
    }
    return sums;
  }
}

/** Sums the rows of a round, as the journal does for a page that opens. */
export function sumsOfRound(rows: Iterable<LedgerRow>, round: number): RoundSums {
  const viewers = new Map<string, Tally>();
  const gifts = new Map<number, Tally>();
  for (const row of rows) {
    if (row.round !== round || row.late === 'listed') continue;
    add(viewers, row.viewerId, row);
    add(gifts, row.giftId, row);
  }
  return { viewers, gifts };
}

function add<K>(sums: Map<K, Tally>, key: K, { count, diamonds, votesTenths, target }: LedgerRow): void {
  const sum = sums.get(key) ?? { count: 0, diamonds: 0, votesTenths: 0 };
  sum.count += count;
  sum.diamonds += diamonds;
  if (target !== 'uncounted') sum.votesTenths += votesTenths;
  sums.set(key, sum);
}
