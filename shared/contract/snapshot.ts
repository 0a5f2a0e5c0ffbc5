import { z } from 'zod';
import { gapInputSchema, roomInputSchema } from './input.ts';
import { lateStates, placeSchema, reasonSchema, targetSchema } from './ledger.ts';
import { anchorSchema, presetSchema } from './preset.ts';
import { danceSchema, fateSchema, playingSchema, roundSchema } from './round.ts';
import { tallySchema } from './tally.ts';

export { type Tally, tallySchema } from './tally.ts';

/**
 * The version of a stored state. Raise it whenever the shape changes: an older snapshot is then discarded and the state
 * is folded again.
 */
export const SNAPSHOT_VERSION = 6;

export const statuses = ['initialization', 'ready', 'counting', 'paused', 'ended'] as const;
export type Status = (typeof statuses)[number];

const count = z.number().int().nonnegative();

const viewerSchema = tallySchema.extend({
  id: z.string(),
  name: z.string(),
  username: z.string(),
  firstAt: z.number(),
  lastAt: z.number(),
  /** The anchor that an operator chose, and whether an exclusive gift of another anchor may move it. */
  manual: z.string().nullable(),
  pinned: z.boolean(),
  /** The anchor whose exclusive gift the viewer sent last. */
  automatic: z.string().nullable(),
  /** The newest round in which the viewer sent gifts, and the counted sums there. */
  round: count,
  roundCount: count,
  roundVotesTenths: count,
});
export type Viewer = z.infer<typeof viewerSchema>;

const giftTallySchema = tallySchema.extend({
  id: z.number().int(),
  name: z.string(),
  unitDiamonds: count,
});
export type GiftTally = z.infer<typeof giftTallySchema>;

/** Pieces of a streak in one row: those after `from`, up to where the next part begins. */
const streakPartSchema = z.object({
  /** The row (0 if none is open), its credit by the rules, and the operator's correction, if any. */
  rowId: count,
  from: count,
  /** The platform's send time (ms) of the message with the last piece; 0 if unknown. */
  sentAt: z.number(),
  autoTarget: targetSchema,
  autoReason: reasonSchema,
  corrected: targetSchema.nullable(),
  /** The round of the row, 0 for none, and whether it came too late for it. */
  round: count,
  late: z.enum(lateStates),
  /** Where an operator moved the row; null where it stands in its round. */
  placed: placeSchema.nullable(),
});
export type StreakPart = z.infer<typeof streakPartSchema>;

/** The stored state of a streak, from which the new pieces of each later message are computed. */
const streakSchema = streakPartSchema.extend({
  key: z.string(),
  seen: count,
  touchedAt: z.number(),
  /** Diamonds of one piece in the growing row; -1 if its messages differ. */
  unit: z.number().int(),
  /** Parts before the growing one, oldest first, some of them in the same row; null for none. */
  earlier: z.array(streakPartSchema).nullable(),
  /** When a streak without a group id was closed (ms), 0 while open. A message sent later begins a new streak. */
  closedAt: z.number(),
});
export type Streak = z.infer<typeof streakSchema>;

/** The description of an anchor of an earlier preset, for the votes and rows that still refer to its id. */
const formerAnchorSchema = anchorSchema.pick({
  id: true,
  nickname: true,
  username: true,
  avatar: true,
  gift: true,
});
export type FormerAnchor = z.infer<typeof formerAnchorSchema>;

/**
 * The whole state of a show as plain data. `viewers`, `gifts` and `streaks` are in the order in which they first
 * appeared, so that equal inputs give equal bytes.
 */
export const snapshotSchema = z.object({
  version: z.literal(SNAPSHOT_VERSION),
  seq: count,
  status: z.enum(statuses),
  /** ms of the transitions; 0 while not reached. */
  startedAt: z.number(),
  endedAt: z.number(),
  /** The statuses since the session's start, oldest first, each with the moment (ms) from which it holds for gifts. */
  stretches: z.array(z.object({ status: z.enum(statuses), since: z.number() })),
  /** How far the backstage's clock is ahead of the platform's (ms); null if unknown. */
  clockAhead: z.number().nullable(),
  room: roomInputSchema.nullable(),
  preset: presetSchema.nullable(),
  /** The preset whose rules take effect after the round; null for none. */
  presetAhead: presetSchema.nullable(),
  /** Anchors of earlier presets that the current one lacks, as the newest preset described them. */
  formerAnchors: z.array(formerAnchorSchema),
  suspended: z.boolean(),
  viewers: z.array(viewerSchema),
  gifts: z.array(giftTallySchema),
  streaks: z.array(streakSchema),
  /** Sums by target, corrections included. */
  targets: z.array(z.tuple([targetSchema, tallySchema.extend({ rows: count })])),
  /** Sums of every gift seen, counted or not. */
  seen: tallySchema,
  gaps: z.array(gapInputSchema),
  gapCount: count,
  corrections: count,
  /** Oldest first; only the last one can be unfinished. */
  rounds: z.array(roundSchema),
  fates: z.array(fateSchema),
  playing: playingSchema.nullable(),
  /** The waiting dances, the next one first. */
  dances: z.array(danceSchema),
});
export type Snapshot = z.infer<typeof snapshotSchema>;

/** The viewers as columns, one array a field. An array with one value holds that value for all viewers. */
export type ViewerColumns = { [K in keyof Viewer]: Viewer[K][] };

/** Checks a whole column with one function: a schema for each of a million values would take 0.1 s. */
const column = <T>(is: (value: unknown) => boolean) =>
  z.custom<T[]>((values) => Array.isArray(values) && values.every(is));

const texts = column<string>((value) => typeof value === 'string');
const idsOrNone = column<string | null>((value) => value === null || typeof value === 'string');
const flags = column<boolean>((value) => typeof value === 'boolean');
const times = column<number>(Number.isFinite);
const counts = column<number>((value) => Number.isSafeInteger(value) && Number(value) >= 0);

const viewerColumnsSchema = z.object({
  /** Never shortened, because its length is the number of viewers. */
  id: texts,
  name: texts,
  username: texts,
  firstAt: times,
  lastAt: times,
  count: counts,
  diamonds: counts,
  votesTenths: counts,
  manual: idsOrNone,
  pinned: flags,
  automatic: idsOrNone,
  round: counts,
  roundCount: counts,
  roundVotesTenths: counts,
});

const fits = (columns: ViewerColumns): boolean =>
  Object.values(columns).every(
    ({ length }) => length === columns.id.length || (length === 1 && columns.id.length > 0),
  );

/**
 * A snapshot as it is sent to a screen, with the viewers as columns. For 100,000 viewers this is a third of the text
 * and parses in half the time.
 */
export const sentSnapshotSchema = snapshotSchema.extend({ viewers: viewerColumnsSchema.refine(fits) });
export type SentSnapshot = z.infer<typeof sentSnapshotSchema>;
