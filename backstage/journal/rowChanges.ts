import { z } from 'zod';
import { type LedgerRow, ledgerRowSchema } from '#shared/contract/ledger.ts';
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

/** The columns of `rows` in the order in which `toRecord` gives their values. */
export const rowColumns = [
  'row_id',
  'seq',
  'at',
  'last_at',
  'viewer_id',
  'viewer_name',
  'viewer_username',
  'gift_id',
  'gift_name',
  'unit_diamonds',
  'streak_key',
  'count',
  'diamonds',
  'votes_tenths',
  'auto_target',
  'auto_reason',
  'target',
  'reason',
  'marks',
  'round',
  'late',
  'auto_round',
  'auto_late',
  'placed_at',
] as const;

export function toRecord(row: LedgerRow): (string | number | null)[] {
  return [
    row.rowId,
    row.seq,
    row.at,
    row.lastAt,
    row.viewerId,
    row.viewerName,
    row.viewerUsername,
    row.giftId,
    row.giftName,
    row.unitDiamonds,
    row.streakKey,
    row.count,
    row.diamonds,
    row.votesTenths,
    row.autoTarget,
    row.autoReason,
    row.target,
    row.reason,
    row.marks.join(','),
    row.round,
    row.late,
    row.autoPlace?.round ?? null,
    row.autoPlace?.late ?? null,
    row.placedAt ?? null,
  ];
}

const recordSchema = z.record(z.string(), z.unknown());

/** Converts a record of `rows` to a row. Throws a ZodError if the record is invalid. */
export function fromRecord(value: unknown): LedgerRow {
  const record = recordSchema.parse(value);
  return ledgerRowSchema.parse({
    rowId: record.row_id,
    seq: record.seq,
    at: record.at,
    lastAt: record.last_at,
    viewerId: record.viewer_id,
    viewerName: record.viewer_name,
    viewerUsername: record.viewer_username,
    giftId: record.gift_id,
    giftName: record.gift_name,
    unitDiamonds: record.unit_diamonds,
    streakKey: record.streak_key,
    count: record.count,
    diamonds: record.diamonds,
    votesTenths: record.votes_tenths,
    autoTarget: record.auto_target,
    autoReason: record.auto_reason,
    target: record.target,
    reason: record.reason,
    marks: record.marks === '' ? [] : String(record.marks).split(','),
    round: record.round,
    late: record.late,
    ...(typeof record.auto_round === 'number' && {
      autoPlace: { round: record.auto_round, late: record.auto_late },
    }),
    ...(typeof record.placed_at === 'number' && { placedAt: record.placed_at }),
  });
}
