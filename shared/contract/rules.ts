import { z } from 'zod';

/*
 * The rules of a game as fields of its preset. Each has a default that equals the behaviour before the rule existed, so
 * that older presets keep their meaning.
 */

export interface Limits {
  min: number;
  max: number;
}

/** The limits of the rules' numbers, for the schemas and for the form. */
export const ruleLimits = {
  /** 0 means that none is configured. */
  seconds: { min: 0, max: 999 },
  /** Whole votes, as a host types them. */
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

export const roundSettingsSchema = z.object({
  /** Seconds of a round; 0: it runs until the host ends it. */
  length: durationSchema.default(180),
  /** Seconds for which votes still count after the countdown has reached 0. */
  delay: durationSchema.default(0),
  /** The score to exceed; 0: there is none. */
  clearance: votesSchema.default(0),
  /** Whether exceeding it puts the round into the breakthrough display. */
  breakthrough: z.boolean().default(true),
  /** Gifts of a round that arrive when it is over: listed for the host, counted in it at once, or left out. */
  lateGifts: z.enum(lateGiftPolicies).default('ask'),
});

export const distributions = ['byVotes', 'equalSplit', 'allToDefender'] as const;
export const advantages = ['none', 'defending', 'offensive'] as const;
export const knockOutRules = ['none', 'lowest', 'side'] as const;

export const battleSettingsSchema = z.object({
  /** How a side's votes are shared among its members at the settlement. */
  distribution: z.enum(distributions).default('byVotes'),
  /** Which side wins a tie. */
  advantage: z.enum(advantages).default('none'),
  /** Whether win streaks are counted. */
  winStreaks: z.boolean().default(true),
  /** Whether an attacker who wins defends in the next round. */
  winnerDefends: z.boolean().default(true),
  /** Who goes out with a lost round: nobody, the losing side's lowest, or the losing side. */
  knockOut: z.enum(knockOutRules).default('none'),
});

export const resurrectionSettingsSchema = z.object({
  /** The win streak that an anchor must have had to try; 0: everyone may. */
  minStreak: whole(ruleLimits.minStreak).default(0),
  /** Seconds of an attempt; 0: it runs until the host ends it. */
  length: durationSchema.default(60),
  /** The target in tenths of the votes that the anchor went out with: 20 is twice as many. */
  factorTenths: whole(ruleLimits.factorTenths).default(20),
  /** The least target; 0: none beyond a single vote. */
  floor: votesSchema.default(0),
});

export const decreaseSettingsSchema = z.object({
  /** Seconds without a gift for an anchor after which its score falls; 0 is off. */
  after: durationSchema.default(0),
  /** Votes a second by which it falls. */
  perSecond: whole(ruleLimits.perSecond).default(1),
  /** Drops the score to 0 at once instead. */
  toZero: z.boolean().default(false),
});

export const effectStyles = ['chinese', 'princess', 'ink', 'lava'] as const;
export const effectScenes = ['none', 'frost', 'smoke'] as const;
export const lineColors = ['black', 'lightningCyan', 'orange', 'purple'] as const;

/** The levels are percent of the bar; `presetProblems` sees to it that they fit each other. */
export const effectSettingsSchema = z.object({
  enabled: z.boolean().default(true),
  level1: whole(ruleLimits.level1).default(30),
  level2: whole(ruleLimits.level2).default(20),
  level3: whole(ruleLimits.level3).default(10),
  /** Votes of both sides together below which no effect shows. */
  minTotal: votesSchema.default(100),
  style: z.enum(effectStyles).default('chinese'),
  scene: z.enum(effectScenes).default('none'),
  lineColor: z.enum(lineColors).default('black'),
});

export const danceRepeats = ['each', 'once'] as const;
export const danceStarts = ['auto', 'byHand'] as const;

export const stickerSettingsSchema = z.object({
  /** Whether rounds can be played beside the dance queue. */
  scores: z.boolean().default(false),
  /** A combo of three is three dances, or one. */
  repeat: z.enum(danceRepeats).default('each'),
  /** Whether the next dance starts by itself or on the host's command. */
  next: z.enum(danceStarts).default('auto'),
});

export const freestyleSettingsSchema = z.object({
  /** Seconds of a turn of an anchor who has no duration of its own; 0: until the host ends it. */
  length: durationSchema.default(60),
  /** The score to exceed in a turn; 0: there is none. */
  clearance: votesSchema.default(0),
});

/** All of them together, as a preset has them. */
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
