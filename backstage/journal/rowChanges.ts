import type { LedgerRow } from '#shared/contract/ledger.ts';
import { movedRow } from '#shared/game/correction.ts';
import type { FoldSink, RowGrowth, RowMove } from '#shared/game/state.ts';

/** Collects the row changes of a batch. Merges them, so that each row is written once however often it grew. */
export class RowChanges implements FoldSink {
  readonly rows = new Map<number, LedgerRow>();
  readonly growths = new Map<number, RowGrowth>();
  readonly moves = new Map<number, RowMove>();

  opened(row: LedgerRow): void {
    this.rows.set(row.rowId, { ...row });
  }

  grew(growth: RowGrowth): void {
    const row = this.rows.get(growth.rowId);
    const target = row ?? this.growths.get(growth.rowId);
    if (target === undefined) {
      this.growths.set(growth.rowId, { ...growth });
      return;
    }
    target.seq = growth.seq;
    target.count += growth.count;
    target.diamonds += growth.diamonds;
    target.votesTenths += growth.votesTenths;
    if (row !== undefined) {
      row.lastAt = Math.max(row.lastAt, growth.at);
      if (growth.missedMessage && !row.marks.includes('missedMessage')) {
        row.marks = [...row.marks, 'missedMessage'];
      }
      return;
    }
    const before = this.growths.get(growth.rowId);
    if (before === undefined) return;
    before.at = Math.max(before.at, growth.at);
    before.missedMessage ||= growth.missedMessage;
  }

  moved(move: RowMove): void {
    const row = this.rows.get(move.rowId);
    if (row === undefined) {
      // Keep the fields that the later move does not set: a correction does not undo a decision on a late row.
      this.moves.set(move.rowId, { ...this.moves.get(move.rowId), ...move });
      return;
    }
    this.rows.set(move.rowId, movedRow(row, move));
  }
}
