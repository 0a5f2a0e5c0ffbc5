import { z } from 'zod';
import { connectionSchema, lineSchema } from './connection.ts';
import { problemSchema } from './error.ts';
import { danceActions, inputSchema, roundActions, sessionActions } from './input.ts';
import { ledgerFilterSchema, ledgerRowSchema, targetSchema } from './ledger.ts';
import { presetSchema } from './preset.ts';
import { type RehearsalSize, rehearsalSizes } from './rehearsal.ts';
import {
  auditEntrySchema,
  reportFilterSchema,
  reportSchema,
  reportViewerSchema,
  viewerSorts,
} from './report.ts';
import { snapshotSchema } from './snapshot.ts';

/**
 * What a screen and a backstage say to each other. The same messages go over IPC on the desktop and over a
 * WebSocket on the web. Calls are asked by a screen and answered once; pushes come unasked.
 */

/** Raised when an older screen could misunderstand a newer backstage; a screen that differs reloads itself. */
export const PROTOCOL_VERSION = 1;

export const showSchema = z.object({
  showId: z.string(),
  username: z.string(),
  presetName: z.string(),
  rehearsal: z.boolean(),
  createdAt: z.number(),
  startedAt: z.number(),
  endedAt: z.number(),
  gifts: z.number(),
  diamonds: z.number(),
  hasRecording: z.boolean(),
});
export type Show = z.infer<typeof showSchema>;

export { type RehearsalSize, rehearsalSizes };

const nothing = z.object({});
const anchorIds = z.array(z.string().min(1).max(64)).max(50);
const seq = z.number().int().nonnegative();

/** A preset as the form hands it in: what is missing gets its default, the id is given by the backstage. */
export const presetDraftSchema = presetSchema.omit({ version: true, id: true }).extend({
  id: z.string().max(64).optional(),
});
export type PresetDraft = z.infer<typeof presetDraftSchema>;

export const storedInputSchema = z.object({ seq: z.number().int().positive(), input: inputSchema });
export type StoredInput = z.infer<typeof storedInputSchema>;

export const brokenMessageSchema = z.object({
  method: z.string(),
  count: z.number(),
  kind: z.enum(['unknown', 'broken']),
  lastAt: z.number(),
  samples: z.array(z.object({ at: z.number(), msgId: z.string(), reason: z.string(), payload: z.string() })),
});

export const calls = {
  /**
   * Joins the show that is open now. `from` is the last sequence number the screen has of show `showId`;
   * the answer continues there when it can, else it carries a snapshot. Pushes of `inputs` follow from `seq` + 1.
   */
  'show.subscribe': {
    args: z.object({ showId: z.string().optional(), from: seq.optional() }),
    result: z.object({
      showId: z.string().nullable(),
      snapshot: snapshotSchema.nullable(),
      inputs: z.array(storedInputSchema),
      seq,
    }),
  },
  'show.list': { args: nothing, result: z.object({ shows: z.array(showSchema) }) },
  /** Puts a past show away; it is kept for a week, for `show.restore`. The open one is refused. */
  'show.delete': { args: z.object({ showId: z.string().max(100) }), result: nothing },
  'show.restore': { args: z.object({ showId: z.string().max(100) }), result: nothing },
  /** What is to be said of a show, the open one when none is named. */
  'report.read': {
    args: z.object({ showId: z.string().max(100).optional(), filter: reportFilterSchema }),
    result: z.object({ report: reportSchema }),
  },
  /** Who gave, most first; `total` is how many there are. */
  'report.viewers': {
    args: z.object({
      showId: z.string().max(100).optional(),
      filter: reportFilterSchema,
      sort: z.enum(viewerSorts),
      offset: seq,
      limit: z.number().int().min(1).max(1000),
    }),
    result: z.object({ viewers: z.array(reportViewerSchema), total: z.number().int() }),
  },
  /** What operators decided on bindings and gifts, newest first; `before` is the `next` of the page before. */
  'report.audit': {
    args: z.object({
      showId: z.string().max(100).optional(),
      before: z.number().int().positive().optional(),
      limit: z.number().int().min(1).max(1000),
    }),
    result: z.object({ entries: z.array(auditEntrySchema), next: z.number().int().positive().nullable() }),
  },
  /** Looks the room up and connects; makes a new show when none is open. Another username asks for `confirm`. */
  'room.open': {
    args: z.object({
      username: z.string().max(2000),
      lineId: z.enum(['line1', 'line2']),
      confirm: z.boolean().optional(),
    }),
    result: nothing,
  },
  'room.close': { args: nothing, result: nothing },
  /** Opens a generated show on the platform of one's own; everything after the socket is the real chain. */
  'rehearsal.open': {
    args: z.object({
      size: z.enum(rehearsalSizes),
      locale: z.enum(['ja', 'en', 'zh_CN']),
      confirm: z.boolean().optional(),
    }),
    result: nothing,
  },
  'session.choosePreset': { args: z.object({ presetId: z.string() }), result: nothing },
  'session.act': { args: z.object({ action: z.enum(sessionActions) }), result: nothing },
  'bindings.bind': {
    args: z.object({
      viewerId: z.string(),
      anchorId: z.string().nullable(),
      /** The binding by hand as the operator saw it: another one that was set meanwhile is not overwritten. */
      from: z.string().nullable().optional(),
    }),
    result: nothing,
  },
  'bindings.pin': { args: z.object({ viewerId: z.string(), pinned: z.boolean() }), result: nothing },
  'bindings.suspend': { args: z.object({ on: z.boolean() }), result: nothing },
  /** Rows newest first; `before` is the `next` of the page before. `seq` is the state of the journal that it shows. */
  'ledger.page': {
    args: z.object({
      showId: z.string().optional(),
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
  'ledger.reassign': {
    args: z.object({
      rowIds: z.array(z.number().int().positive()).min(1).max(500),
      to: targetSchema,
      /**
       * The credit of each row as the operator saw it, in the same order. One that was moved meanwhile refuses
       * them all (`ledger.stale` with its `rowId` and present `target`), so that nobody is overwritten unseen.
       */
      from: z.array(targetSchema).max(500).optional(),
    }),
    result: z.object({ seq }),
  },
  /** All rows of a viewer that are unallocated now. */
  'ledger.reassignViewer': {
    args: z.object({ viewerId: z.string(), to: targetSchema }),
    result: z.object({ seq, rows: z.number().int() }),
  },
  /** Takes back a correction, the newest that still stands when none is named. */
  'ledger.undo': {
    args: z.object({
      seq: z.number().int().positive().optional(),
      /** The last input that the operator's screen has: the newest correction must not be one after it. */
      seen: seq.optional(),
    }),
    result: z.object({ seq, rows: z.number().int() }),
  },
  /**
   * Prepares the next round, or prepares it anew. In a battle the sides, by default as the last one left them;
   * in freestyle whose turn it is, by default the next in the list.
   */
  'round.prepare': {
    args: z.object({
      attacker: anchorIds.optional(),
      defender: anchorIds.optional(),
      anchorId: z.string().optional(),
    }),
    result: nothing,
  },
  'round.act': { args: z.object({ action: z.enum(roundActions) }), result: nothing },
  /** Prepares the attempt of an anchor who was knocked out. */
  'round.resurrect': { args: z.object({ anchorId: z.string() }), result: nothing },
  /** What viewers have promised to the resurrection; shown, and counted when it arrives. */
  'round.pledge': {
    args: z.object({ votesTenths: z.number().int().min(0).max(10_000_000_000) }),
    result: nothing,
  },
  /** `out: false` takes a knock-out back. */
  'anchors.knockOut': { args: z.object({ anchorId: z.string(), out: z.boolean() }), result: nothing },
  /** Counts late gifts in their round after all, or takes that back; without `rowIds` all that are listed there. */
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
  /** Starts the dance that is next, or the one named; ends the one that is on; takes one out of the queue. */
  'dance.act': {
    args: z.object({ action: z.enum(danceActions), danceId: z.number().int().positive().optional() }),
    result: nothing,
  },
  'presets.list': { args: nothing, result: z.object({ presets: z.array(presetSchema) }) },
  'presets.save': {
    args: z.object({
      preset: presetDraftSchema,
      /** The preset as it was when its editing began; `preset.stale` when somebody else has saved it since. */
      base: presetSchema.optional(),
    }),
    result: z.object({ preset: presetSchema }),
  },
  /** `place` is where it stood in the list. */
  'presets.delete': {
    args: z.object({ presetId: z.string() }),
    result: z.object({ place: z.number().int().nonnegative() }),
  },
  /** Puts a deleted preset back as it was, under its own id and in its place. */
  'presets.restore': {
    args: z.object({ preset: presetSchema, place: z.number().int().nonnegative() }),
    result: nothing,
  },
  'lines.list': { args: nothing, result: z.object({ lines: z.array(lineSchema), bothLines: z.boolean() }) },
  /** `bothLines`: listen by both at once; without it that stays as it is. */
  'lines.save': {
    args: z.object({ lines: z.array(lineSchema).length(2), bothLines: z.boolean().optional() }),
    result: nothing,
  },
  'inspect.messages': { args: nothing, result: z.object({ methods: z.array(brokenMessageSchema) }) },
} as const;

export type Calls = typeof calls;
export type CallName = keyof Calls;
/** What a caller hands in (defaults may be left out). */
export type CallArgs<N extends CallName> = z.input<Calls[N]['args']>;
export type CallResult<N extends CallName> = z.output<Calls[N]['result']>;

/** Everything a backstage can do, as the transports and the screens see it. */
export type CallHandlers = {
  [N in CallName]: (args: z.output<Calls[N]['args']>, by: string) => Promise<CallResult<N>>;
};

export const pushSchema = z.discriminatedUnion('push', [
  z.object({
    push: z.literal('hello'),
    protocol: z.number(),
    build: z.string(),
    now: z.number(),
    /** The name under which this screen's commands stand in the journal. */
    by: z.string().optional(),
  }),
  /** Another show has been opened (or none is any more): subscribe anew. */
  z.object({ push: z.literal('show'), showId: z.string().nullable() }),
  /** Inputs without a gap: the first one's number is one above the last that was pushed. */
  z.object({ push: z.literal('inputs'), showId: z.string(), inputs: z.array(storedInputSchema).min(1) }),
  z.object({ push: z.literal('connection'), connection: connectionSchema }),
  z.object({ push: z.literal('presets'), presets: z.array(presetSchema) }),
  z.object({ push: z.literal('lines'), lines: z.array(lineSchema), bothLines: z.boolean().default(false) }),
  /** Something an operator must know; `standing` notices stay until replaced by one with the same id and no problem. */
  z.object({
    push: z.literal('notice'),
    id: z.string(),
    severity: z.enum(['info', 'warn', 'error']),
    standing: z.boolean(),
    problem: problemSchema.nullable(),
  }),
]);
export type Push = z.infer<typeof pushSchema>;

/** The frames of the WebSocket transport; IPC uses the same shapes as structured clones. */
export const requestSchema = z.object({ id: z.number().int(), call: z.string(), args: z.unknown() });
export const responseSchema = z.union([
  z.object({ id: z.number().int(), ok: z.literal(true), result: z.unknown() }),
  z.object({ id: z.number().int(), ok: z.literal(false), problem: problemSchema }),
]);
export type Request = z.infer<typeof requestSchema>;
export type Response = z.infer<typeof responseSchema>;
