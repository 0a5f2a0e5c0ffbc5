import { z } from 'zod';
import { ledgerFilterSchema, ledgerRowSchema, targetSchema } from '../ledger.ts';
import { seq, showId, viewerId } from './commonSchemas.ts';

/** What a call for a page of rows asks. Pages come newest first; `before` is the `next` of the previous page. */
export const rowsAsked = {
  showId: showId.optional(),
  before: z.number().int().positive().optional(),
  limit: z.number().int().min(1).max(500),
};
/** A page of rows. `next` is null at the end; `total` is the number of all rows. */
export const rowsPage = {
  rows: z.array(ledgerRowSchema),
  next: z.number().int().positive().nullable(),
  total: z.number().int(),
};

/** Maximum number of rows that one call assigns to a target: they form one correction. */
export const MOST_REASSIGNED = 5000;

/** The result of an undo or a redo, for its toast. */
const undoneSchema = z.object({
  /** Number of pieces. */
  gifts: z.number().int(),
  viewers: z.number().int(),
  /** The viewer of the first row. */
  viewer: z.string(),
  /** The target of all rows while the correction is in force; null if the rows differ. */
  target: targetSchema.nullable(),
  /** Whether the correction moved the rows to another round. */
  placed: z.boolean(),
  /** The number of the round that the correction left the late rows out of; null for any other correction. */
  leftOutOf: z.number().int().nullable(),
});
export type Undone = z.infer<typeof undoneSchema>;

/** Ledger rows: reading and correcting them, late gifts, and gifts that were never received. */
export const ledgerCalls = {
  /** Returns a page of rows. `seq` is the sequence number of the last input in them. */
  'ledger.page': {
    args: z.object({
      ...rowsAsked,
      filter: ledgerFilterSchema,
    }),
    result: z.object({ ...rowsPage, seq }),
  },
  /** Assigns rows to a target. 'unallocated' means that the host has decided to leave them unallocated. */
  'ledger.reassign': {
    args: z.object({
      rowIds: z.array(z.number().int().positive()).min(1).max(MOST_REASSIGNED),
      to: targetSchema,
      /**
       * The target of each row as the operator saw it, in the same order. If another operator has changed one, the call
       * fails with `ledger.stale` (with its `rowId` and current `target`) and changes nothing.
       */
      from: z.array(targetSchema).max(MOST_REASSIGNED).optional(),
    }),
    result: z.object({ seq }),
  },
  /** Assigns a viewer's unallocated rows of the current round, or, without one, those outside of rounds. */
  'ledger.reassignViewer': {
    args: z.object({ viewerId, to: targetSchema }),
    result: z.object({ seq, rows: z.number().int() }),
  },
  /** Moves rows to a round (0: no round, also for late rows that are only listed). Their target and the room's totals do not change. */
  'ledger.place': {
    args: z.object({
      rowIds: z.array(z.number().int().positive()).min(1).max(500),
      round: seq,
      /** The round of each row as the operator saw it, 0 for none. Checked like `from` of `ledger.reassign`. */
      from: z.array(seq).max(500).optional(),
    }),
    result: z.object({ seq }),
  },
  /** Undoes a correction, by default the newest one in force. */
  'ledger.undo': {
    args: z.object({
      seq: z.number().int().positive().optional(),
      /** Instead of `seq`: undoes the newest correction in force of this row, for all rows that it moved. */
      rowId: z.number().int().positive().optional(),
      /**
       * Sequence number of the last input on the operator's screen. The call fails if the newest correction came after
       * it.
       */
      seen: seq.optional(),
    }),
    result: z.object({ seq, rows: z.number().int(), told: undoneSchema }),
  },
  /** Returns the number of gifts (rows) of each viewer that count for each anchor in this show. */
  'ledger.habits': {
    args: z.object({ viewerIds: z.array(viewerId).min(1).max(200) }),
    result: z.object({
      habits: z.array(z.object({ viewerId, target: targetSchema, rows: z.number().int().positive() })),
    }),
  },
  /** Counts late gifts in their round, or lists them again. Without `rowIds`: all listed late gifts of the round. */
  'late.decide': {
    args: z.object({
      round: z.number().int().positive(),
      rowIds: z.array(z.number().int().positive()).min(1).max(500).optional(),
      accept: z.boolean(),
    }),
    result: z.object({ seq, rowIds: z.array(z.number().int()) }),
  },
  /**
   * Adds a gift that was never received, in a round or (0) in none. `viewerId` names a viewer who has given before; for
   * another viewer only the name is known. `seq` is the id of the new row.
   */
  'gift.add': {
    args: z.object({
      viewerId: z.string().min(1).max(64).optional(),
      viewerName: z.string().trim().min(1).max(200),
      giftId: z.number().int().nonnegative(),
      giftName: z.string().max(200),
      diamonds: z.number().int().nonnegative().max(1_000_000),
      count: z.number().int().min(1).max(100_000),
      to: targetSchema,
      round: seq,
    }),
    result: z.object({ seq }),
  },
} as const;
