import { z } from 'zod';

/** Whom votes count for. `unallocated` counts only in the totals. `uncounted` is stored and shown but not counted. */
export const targetSchema = z.union([
  z.templateLiteral(['anchor:', z.string()]),
  z.enum(['attacker', 'defender', 'unallocated', 'uncounted']),
]);
export type Target = z.infer<typeof targetSchema>;

/** The reason for a row's credit. */
const reasons = [
  /** the sender chose this anchor as recipient */
  'recipient',
  /** the anchor's exclusive gift */
  'exclusive',
  /** the viewer is bound by hand */
  'manual',
  /** the viewer is bound by an earlier exclusive gift */
  'automatic',
  /** nobody is bound */
  'unbound',
  /** bindings are suspended */
  'suspended',
  /** the session is not yet counting */
  'notStarted',
  /** the session is paused */
  'paused',
  /** the session has ended */
  'ended',
  /** the price is outside the preset's range */
  'price',
  /** sent before Ringside joined the room */
  'history',
  /** an operator corrected the row */
  'corrected',
  /** an operator added a gift that was never received */
  'byHand',
] as const;
export const reasonSchema = z.enum(reasons);
export type Reason = z.infer<typeof reasonSchema>;

/** Marks of a row that are only shown and do not change its votes. */
const rowMarks = [
  /** the start of the streak was not received */
  'joinedLate',
  /** a message of the streak was missed; the count is correct, the times are not */
  'missedMessage',
  /** it arrived after the end of its round */
  'late',
] as const;

/** Whether a row came too late for its round: `listed` waits for the operator, `accepted` counts in the round. */
export const lateStates = ['no', 'listed', 'accepted'] as const;
export type LateState = (typeof lateStates)[number];

/** The round in which a row counts (0 for none), and whether the row came too late for it. */
export const placeSchema = z.object({ round: z.number().int().nonnegative(), late: z.enum(lateStates) });
export type Place = z.infer<typeof placeSchema>;

export const ledgerRowSchema = z.object({
  /** The sequence number of the input that opened the row. */
  rowId: z.number().int().positive(),
  /** The sequence number of the input that changed it last. */
  seq: z.number().int().positive(),
  at: z.number().int(),
  lastAt: z.number().int(),
  viewerId: z.string(),
  viewerName: z.string(),
  viewerUsername: z.string(),
  giftId: z.number().int(),
  giftName: z.string(),
  /** Diamonds of one piece. */
  unitDiamonds: z.number().int().nonnegative(),
  /** The streak the row belongs to, empty for a gift that comes in one message. */
  streakKey: z.string(),
  count: z.number().int().nonnegative(),
  diamonds: z.number().int().nonnegative(),
  /** The votes of the row by the score settings, counted or not, in tenths. */
  votesTenths: z.number().int().nonnegative(),
  /** The target by the rules. */
  autoTarget: targetSchema,
  autoReason: reasonSchema,
  /** The target in force. */
  target: targetSchema,
  reason: reasonSchema,
  marks: z.array(z.enum(rowMarks)),
  /** The round that contains its messages, or to which a correction moved the row; 0 for none. */
  round: z.number().int().nonnegative(),
  late: z.enum(lateStates),
  /** The place before any correction; absent unless a correction has moved the row. */
  autoPlace: placeSchema.optional(),
  /** Time (ms) of the latest correction of its place; absent without one, and in rows from before Ringside stored it. */
  placedAt: z.number().int().optional(),
});
export type LedgerRow = z.infer<typeof ledgerRowSchema>;
export type RowMark = (typeof rowMarks)[number];

export const ledgerFilterSchema = z.object({
  /** Part of a viewer's nickname or username, ignoring case. */
  viewer: z.string().max(100).optional(),
  viewerId: z.string().max(200).optional(),
  giftId: z.number().int().optional(),
  /** One target, or all anchors. */
  target: z.union([targetSchema, z.literal('anchors')]).optional(),
  corrected: z.boolean().optional(),
  /** Only gifts that came too late for their round and are in this state of decision. */
  late: z.enum(lateStates).optional(),
});
export type LedgerFilter = z.infer<typeof ledgerFilterSchema>;
