import { z } from 'zod';

/*
 * The rules of a game as fields of its preset. Each has a default that equals the behaviour before the rule existed, so
 * that older presets keep their meaning.
 */

/** The range of a number, both ends inclusive. */
export interface Limits {
  min: number;
  max: number;
}

/** Limits of the rules' numbers, for the schemas and the form. */
export const ruleLimits = {
  /** 0: off. */
  seconds: { min: 0, max: 999 },
  /** Whole votes. */
  votes: { min: 0, max: 1_000_000_000 },
  minStreak: { min: 0, max: 999 },
  factorTenths: { min: 1, max: 1000 },
  perSecond: { min: 1, max: 1_000_000 },
  level1: { min: 3, max: 50 },
  level2: { min: 2, max: 49 },
  level3: { min: 1, max: 48 },
} as const satisfies Record<string, Limits>;

/** The schema of a whole number within limits. */
export const whole = ({ min, max }: Limits) => z.number().int().min(min).max(max);

export const durationSchema = whole(ruleLimits.seconds);
export const votesSchema = whole(ruleLimits.votes);

export const lateGiftPolicies = ['ask', 'accept', 'refuse'] as const;

const roundSettingsSchema = z.object({
  /** Seconds of a round; 0: until the host ends it. */
  length: durationSchema.default(180),
  /** Seconds after the countdown in which votes still count. */
  delay: durationSchema.default(0),
  /** The score to exceed; 0: none. */
  clearance: votesSchema.default(0),
  /** Whether a score above the clearance score starts the breakthrough display. */
  breakthrough: z.boolean().default(true),
  /** Gifts that arrive after the end of their round: listed for the host, counted at once, or left out. */
  lateGifts: z.enum(lateGiftPolicies).default('ask'),
});

export const distributions = ['byVotes', 'equalSplit', 'allToDefender'] as const;
export const advantages = ['none', 'defending', 'offensive'] as const;
export const knockOutRules = ['none', 'lowest', 'side'] as const;

export const battleSettingsSchema = z.object({
  /** How the settlement distributes votes to anchors. */
  distribution: z.enum(distributions).default('byVotes'),
  /** Which side wins a tie. */
  advantage: z.enum(advantages).default('none'),
  /** Whether win streaks are counted. */
  winStreaks: z.boolean().default(true),
  /** Whether a winning attacker becomes the defender of the next round. */
  winnerDefends: z.boolean().default(true),
  /** Who is knocked out after a lost round: nobody, the losing side's lowest anchor, or the losing side. */
  knockOut: z.enum(knockOutRules).default('none'),
});

const resurrectionSettingsSchema = z.object({
  /** The win streak before the knock-out that a resurrection requires; 0: none. */
  minStreak: whole(ruleLimits.minStreak).default(0),
  /** Seconds of a resurrection; 0: until the host ends it. */
  length: durationSchema.default(60),
  /** The target as a multiple of the votes at the knock-out, in tenths: 20 is twice the votes. */
  factorTenths: whole(ruleLimits.factorTenths).default(20),
  /** Minimum target in votes; 0: one vote. */
  floor: votesSchema.default(0),
});

export const decreaseSettingsSchema = z.object({
  /** Seconds without a gift for an anchor before its score falls; 0: off. */
  after: durationSchema.default(0),
  /** Decrease in votes per second. */
  perSecond: whole(ruleLimits.perSecond).default(1),
  /** If true, the score falls to 0 at once instead. */
  toZero: z.boolean().default(false),
});

export const effectStyles = ['chinese', 'princess', 'ink', 'lava'] as const;
export const effectScenes = ['none', 'frost', 'smoke'] as const;
export const lineColors = ['black', 'lightningCyan', 'orange', 'purple'] as const;

const packIdForm = /^[0-9a-f]{64}$/;
/** The id of an effect pack that the host has added. */
export const packIdSchema = z.string().regex(packIdForm).brand<'PackId'>();
export type PackId = z.infer<typeof packIdSchema>;
/** Ringside's own, or a pack of the host. */
export const styleChoiceSchema = z.union([z.enum(effectStyles), packIdSchema]);
export const sceneChoiceSchema = z.union([z.enum(effectScenes), packIdSchema]);
export const lineChoiceSchema = z.union([z.enum(lineColors), packIdSchema]);
export type OwnStyle = (typeof effectStyles)[number];

/** Does not use the schema: its error for every other choice took a fifth of the time that a hub builds states. */
export function isPackId(choice: string): choice is PackId {
  return packIdForm.test(choice);
}

/**
 * The settings of the effect on the trailing side. Levels are percent of the bar; `presetProblems` checks their order.
 */
export const effectSettingsSchema = z.object({
  enabled: z.boolean().default(true),
  level1: whole(ruleLimits.level1).default(30),
  level2: whole(ruleLimits.level2).default(20),
  level3: whole(ruleLimits.level3).default(10),
  /** Minimum votes of both sides together for an effect. */
  minTotal: votesSchema.default(100),
  style: styleChoiceSchema.default('chinese'),
  scene: sceneChoiceSchema.default('none'),
  lineColor: lineChoiceSchema.default('black'),
});

export const danceRepeats = ['each', 'once'] as const;
export const danceStarts = ['auto', 'byHand'] as const;

const stickerSettingsSchema = z.object({
  /** Whether rounds can be played besides the dances. */
  scores: z.boolean().default(false),
  /** Whether a combo of three is three dances or one. */
  repeat: z.enum(danceRepeats).default('each'),
  /** Whether the next dance starts automatically or on the host's command. */
  next: z.enum(danceStarts).default('auto'),
});

const freestyleSettingsSchema = z.object({
  /** Default seconds of a turn; 0: until the host ends it. */
  length: durationSchema.default(60),
  /** The score to exceed in a turn; 0: none. */
  clearance: votesSchema.default(0),
});

/** All rules of a preset. */
export const ruleFields = {
  round: roundSettingsSchema.prefault({}),
  battle: battleSettingsSchema.prefault({}),
  resurrection: resurrectionSettingsSchema.prefault({}),
  decrease: decreaseSettingsSchema.prefault({}),
  effects: effectSettingsSchema.prefault({}),
  sticker: stickerSettingsSchema.prefault({}),
  freestyle: freestyleSettingsSchema.prefault({}),
};

export type BattleSettings = z.infer<typeof battleSettingsSchema>;
export type ResurrectionSettings = z.infer<typeof resurrectionSettingsSchema>;
export type DecreaseSettings = z.infer<typeof decreaseSettingsSchema>;
export type EffectSettings = z.infer<typeof effectSettingsSchema>;
export type StickerSettings = z.infer<typeof stickerSettingsSchema>;
