import { z } from 'zod';
import { ledgerFilterSchema, ledgerRowSchema, targetSchema } from '../ledger.ts';
import { seq, showId, viewerId } from './commonSchemas.ts';

/** The largest number of rows that one call credits to a target: one correction holds them all. */
export const MOST_REASSIGNED = 5000;

/** What an undo or a redo has done, for the sentence that says so. */
const undoneSchema = z.object({
  /** Number of pieces. */
  gifts: z.number().int(),
  viewers: z.number().int(),
  /** The first viewer. */
  viewer: z.string(),
  /** The target of all rows while the correction holds; null if they differ. */
  target: targetSchema.nullable(),
  /** The correction moved the rows to another round. */
  placed: z.boolean(),
});
export type Undone = z.infer<typeof undoneSchema>;

/** Ledger rows: reading and correcting them, late gifts, and gifts that were never received. */
export const ledgerCalls = {
  /** Rows newest first; `before` is the `next` of the page before. `seq` is the state of the journal that it shows. */
  'ledger.page': {
    args: z.object({
      showId: showId.optional(),
      filter: ledgerFilterSchema,
      before: z.number().int().positive().optional(),
      limit: z.number().int().min(1).max(500),
    }),
    result: z.object({
      rows: z.array(ledgerRowSchema),
      next: z.number().int().positive().nullable(),
      total: z.number().int(),
      seq,
    }),
  },
  /** Credits rows to a target. To 'unallocated': the host has decided that they are nobody's. */
  'ledger.reassign': {
    args: z.object({
      rowIds: z.array(z.number().int().positive()).min(1).max(MOST_REASSIGNED),
      to: targetSchema,
      /**
       * The credit of each row as the operator saw it, in the same order. One that was moved meanwhile refuses
       * them all (`ledger.stale` with its `rowId` and present `target`), so that nobody is overwritten unseen.
       */
      from: z.array(targetSchema).max(MOST_REASSIGNED).optional(),
    }),
    result: z.object({ seq }),
  },
  /** A viewer's unallocated rows of the round that is on; while none is on, those that are in no round. */
  'ledger.reassignViewer': {
    args: z.object({ viewerId, to: targetSchema }),
    result: z.object({ seq, rows: z.number().int() }),
  },
  /** Counts rows in a round (0: in none). They keep their credit and count in the room as before. */
  'ledger.place': {
    args: z.object({
      rowIds: z.array(z.number().int().positive()).min(1).max(500),
      round: seq,
      /** The round in which the operator saw each row count, 0 for none; as with `ledger.reassign`. */
      from: z.array(seq).max(500).optional(),
    }),
    result: z.object({ seq }),
  },
  /** Undoes a correction; by default the newest one that is in force. */
  'ledger.undo': {
    args: z.object({
      seq: z.number().int().positive().optional(),
      /** Instead of `seq`: the newest correction of this row that stands, with all rows that it moved. */
      rowId: z.number().int().positive().optional(),
      /** The last input that the operator's screen has: the newest correction must not be one after it. */
      seen: seq.optional(),
    }),
    result: z.object({ seq, rows: z.number().int(), told: undoneSchema }),
  },
  /** How many gifts (rows) of these viewers count for each anchor in this show. */
  'ledger.habits': {
    args: z.object({ viewerIds: z.array(viewerId).min(1).max(200) }),
    result: z.object({
      habits: z.array(z.object({ viewerId, target: targetSchema, rows: z.number().int().positive() })),
    }),
  },
  /** Counts late gifts in their round, or lists them again. Without `rowIds` it takes all that are listed there. */
  'late.decide': {
    args: z.object({
      round: z.number().int().positive(),
      rowIds: z.array(z.number().int().positive()).min(1).max(500).optional(),
      accept: z.boolean(),
    }),
    result: z.object({ seq, rowIds: z.array(z.number().int()) }),
  },
  /**
   * Adds a gift that was never received, in a round or (0) in none. A viewer who has given before is named by id;
   * of another only the name is known. `seq` is the id of its row.
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
