import { z } from 'zod';
import { type LedgerRow, ledgerRowSchema } from '#shared/contract/ledger.ts';

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
  });
}
