import { z } from 'zod';
import { pictureSchema } from './anchors.ts';
import { durationSchema, type Limits, ruleFields, whole } from './rules.ts';
import { soundSettingsSchema } from './sound.ts';

export { durationSchema } from './rules.ts';

/** The version of a stored preset. Raise it, with a migration in `presetStore.ts`, whenever the shape changes. */
export const PRESET_VERSION = 1;

/** Limits of a preset's texts (characters), lists and numbers, for the schemas and the form. */
export const presetLimits = {
  name: 60,
  nickname: 60,
  username: 64,
  effects: 60,
  /** Anchors, and gameplay entries. */
  items: 50,
  points: { min: 0, max: 1_000_000 } satisfies Limits,
} as const;

const nameSchema = z.string().trim().min(1).max(presetLimits.name);

/**
 * A chosen gift: a set of ids, because the platform gives one gift several ids over time and by region (Cat Paws is
 * 5745 and 6912). The first id is the chosen one.
 */
export const giftChoiceSchema = z.object({
  ids: z.array(z.number().int().positive()).min(1).max(20),
});

export const anchorSchema = z.object({
  id: z.string().min(1).max(64),
  nickname: z.string().trim().min(1).max(presetLimits.nickname),
  /** The anchor's account on the platform, without @; '' for none. */
  username: z.string().max(presetLimits.username).default(''),
  /** The platform's id of that account, known after the look-up. Recipients of gifts are compared with it. */
  userId: z.string().max(32).default(''),
  /** An uploaded picture. Without one, the account's picture is shown. */
  avatar: pictureSchema.default(''),
  /** The exclusive gift, which always counts for this anchor. */
  gift: giftChoiceSchema.nullable().default(null),
  /** Seconds of the anchor's turn; 0: the mode's length. */
  duration: durationSchema.default(0),
});

export const gameplayEntrySchema = z.object({
  id: z.string().min(1).max(64),
  name: nameSchema,
  effects: z.string().max(presetLimits.effects).default(''),
  gift: giftChoiceSchema.nullable().default(null),
  /** Seconds that the entry runs; 0: until the next one. */
  duration: durationSchema.default(0),
});

export const modes = ['sticker', 'battle', 'freestyle', 'normal', 'votes'] as const;

export const scoreBases = ['diamonds', 'count', 'points'] as const;

/** How votes are computed from a gift, exact in tenths of a vote. */
const scoreSettingsSchema = z.object({
  by: z.enum(scoreBases).default('diamonds'),
  /** Points of one gift by gift id, for `by: 'points'`. A gift without an entry has 0 points. */
  points: z.record(z.string(), whole(presetLimits.points)).default({}),
  /** Tenths: 15 is a multiplier of 1.5. */
  multiplierTenths: z.number().int().min(1).max(1000).default(10),
});

export const presetSchema = z.object({
  version: z.literal(PRESET_VERSION),
  id: z.string().min(1).max(64),
  name: nameSchema,
  mode: z.enum(modes).default('normal'),
  anchors: z.array(anchorSchema).max(presetLimits.items),
  gameplay: z.array(gameplayEntrySchema).max(presetLimits.items).default([]),
  /**
   * Range of the diamonds of one gift. Gifts outside are stored and shown, but not counted. `max: null` is no upper
   * limit.
   */
  giftPrice: z
    .object({ min: z.number().int().min(0), max: z.number().int().min(0).nullable() })
    .default({ min: 0, max: null }),
  score: scoreSettingsSchema.default({ by: 'diamonds', points: {}, multiplierTenths: 10 }),
  /** If true, an exclusive gift counts for its anchor but does not bind its sender. */
  singleGiftBinding: z.boolean().default(false),
  /** The sounds that the host's screens play. They are no rules: they change no result. */
  sound: soundSettingsSchema.prefault({}),
  ...ruleFields,
});

/** Maximum number of gifts with points in a saved preset. The catalogue has fewer than 700 gifts. */
export const MOST_POINTS = 2000;

/** The score settings of a preset to save. Stored presets with more points can still be read. */
export const savedScoreSchema = scoreSettingsSchema.extend({
  points: z
    .record(z.string().max(32), whole(presetLimits.points))
    .refine((points) => Object.keys(points).length <= MOST_POINTS)
    .default({}),
});

export type GiftChoice = z.infer<typeof giftChoiceSchema>;
export type Anchor = z.infer<typeof anchorSchema>;
export type GameplayEntry = z.infer<typeof gameplayEntrySchema>;
export type Mode = (typeof modes)[number];
export type ScoreSettings = z.infer<typeof scoreSettingsSchema>;
export type Preset = z.infer<typeof presetSchema>;
