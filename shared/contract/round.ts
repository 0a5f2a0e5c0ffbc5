import { z } from 'zod';
import { gapInputSchema } from './input.ts';
import { targetSchema } from './ledger.ts';
import { modes } from './preset.ts';
import {
  battleSettingsSchema,
  decreaseSettingsSchema,
  effectSettingsSchema,
  lateGiftPolicies,
  votesSchema,
} from './rules.ts';
import { tallySchema } from './tally.ts';

const count = z.number().int().nonnegative();
const ids = z.array(z.string());

/**
 * `grace` is the delay after the countdown, in which votes still count; `settled` is the end. A round that was
 * prepared and given up leaves nothing behind.
 */
export const roundPhases = ['prepared', 'running', 'paused', 'grace', 'settled'] as const;
export type RoundPhase = (typeof roundPhases)[number];

/**
 * A battle has two sides; in a ranking every anchor stands for itself; a turn is one anchor's in freestyle; a
 * resurrection is the attempt of one who was knocked out.
 */
export const roundKinds = ['battle', 'ranking', 'turn', 'resurrection'] as const;
export type RoundKind = (typeof roundKinds)[number];

export const sides = ['attacker', 'defender'] as const;
export type Side = (typeof sides)[number];

/** Time that runs and stands. What is left is `length` less what it ran, however long it stood. */
export const countdownSchema = z.object({
  /** ms; 0 is without end. */
  length: count,
  /** ms that it ran until it was halted last. */
  ran: count,
  /** When it began to run again (ms); null while it stands. */
  since: z.number().nullable(),
});
export type Countdown = z.infer<typeof countdownSchema>;

/**
 * The rules as they were when the round was prepared: a preset changed meanwhile does not change them. A round also
 * keeps the edition of the rules, so that a journal from an earlier release folds to the results that it had on air.
 * In edition 1 an attempt at resurrection runs to the end of its countdown and its target follows the anchor's own
 * votes; a tie of lowest scores knocks out the anchor furthest down the list; what the decrease took stays when a
 * correction takes the votes away.
 */
export const roundRulesSchema = z.object({
  edition: z.number().int().positive(),
  mode: z.enum(modes),
  /** ms */
  delay: count,
  clearance: votesSchema,
  breakthrough: z.boolean(),
  lateGifts: z.enum(lateGiftPolicies),
  battle: battleSettingsSchema,
  decrease: decreaseSettingsSchema,
  effects: effectSettingsSchema.pick({
    enabled: true,
    level1: true,
    level2: true,
    level3: true,
    minTotal: true,
  }),
});
export type RoundRules = z.infer<typeof roundRulesSchema>;

const rowsTallySchema = tallySchema.extend({ rows: count });

export const sideSumsSchema = tallySchema.extend({ anchors: ids });
export type SideSums = z.infer<typeof sideSumsSchema>;

/** What the decrease mechanism took from an anchor's score, and since when no gift came for it. */
export const fallSchema = z.object({
  anchorId: z.string(),
  /** ms of the round's running time. */
  idleSince: count,
  lostTenths: count,
  /** The journal's number at the last fall, and the votes of gifts since: the decrease has taken nothing of them. */
  fellSeq: count,
  freshTenths: count,
  /** The fresh votes of ledger rows that are older than the last fall: their combos went on after it. */
  grown: z.array(z.object({ rowId: z.number().int().positive(), votesTenths: count })),
  /**
   * Ledger rows that corrections took away or gave to the anchor: their votes that are not fresh, and what the decrease
   * had taken of them. It leaves and comes back with its row. A row that came is remembered until the next fall.
   */
  moved: z.array(
    z.object({
      rowId: z.number().int().positive(),
      votesTenths: count,
      lostTenths: count,
      away: z.boolean(),
    }),
  ),
});
export type Fall = z.infer<typeof fallSchema>;

/** A score that exceeded the clearance score, with what the decrease had taken from it by then. */
export const breakthroughSchema = z.object({ scorer: targetSchema, lostTenths: count });
export type Breakthrough = z.infer<typeof breakthroughSchema>;

export const effectStateSchema = z.object({
  side: z.enum(sides).nullable(),
  /** 0 is none. */
  level: z.number().int().min(0).max(3),
});
export type EffectState = z.infer<typeof effectStateSchema>;

export const outcomes = [
  'attacker',
  'defender',
  'draw',
  /** a ranking, or a turn without a clearance score */
  'ranked',
  'cleared',
  'notCleared',
  'restored',
  'failed',
] as const;

export const shareSchema = z.object({
  anchorId: z.string(),
  /** What the settlement gives. */
  votesTenths: count,
  /** Its own votes in the ledger. */
  ownTenths: count,
  /** The score that was compared, after the decrease. */
  scoreTenths: count,
});
export type Share = z.infer<typeof shareSchema>;

export const settlementSchema = z.object({
  at: z.number(),
  outcome: z.enum(outcomes),
  /** The scores were equal, and the preset's advantage decided. */
  byAdvantage: z.boolean(),
  attackerTenths: count,
  defenderTenths: count,
  /** What was shared out; the shares sum to it. */
  poolTenths: count,
  shares: z.array(shareSchema),
  /** Whether a score had exceeded the clearance score. */
  cleared: z.boolean(),
  /** Knocked out by the preset's rule. */
  out: ids,
  /** Anchors of the losing side whose lowest scores are equal: the host says who of them goes out. */
  tied: ids,
});
export type Settlement = z.infer<typeof settlementSchema>;

/** That an anchor was knocked out. */
export const outSchema = z.object({
  /** The last round it took part in, 0 for none. */
  round: count,
  /** The win streak that it had before. */
  streak: count,
  byRule: z.boolean(),
  /** Its resurrection has failed. */
  final: z.boolean(),
});
export type Out = z.infer<typeof outSchema>;

/** What the show has made of an anchor. */
export const fateSchema = z.object({
  anchorId: z.string(),
  /** Rounds won in a row. */
  streak: count,
  out: outSchema.nullable(),
});
export type Fate = z.infer<typeof fateSchema>;

export const roundSchema = z.object({
  /** From 1 without a gap; what ledger rows name. */
  id: z.number().int().positive(),
  /** The number a host calls it by; a resurrection has that of the round before it. */
  number: count,
  kind: z.enum(roundKinds),
  phase: z.enum(roundPhases),
  rules: roundRulesSchema,
  /** Everyone in it, in the order of the preset. */
  anchors: ids,
  /** The sides as they were when the round began, with all votes under them; empty but in a battle. */
  attacker: sideSumsSchema,
  defender: sideSumsSchema,
  /** ms of the transitions; 0 while not reached. */
  preparedAt: z.number(),
  startedAt: z.number(),
  endedAt: z.number(),
  settledAt: z.number(),
  countdown: countdownSchema,
  grace: countdownSchema,
  /** When it was open for gifts, newest last: from (included) until (not included). */
  spans: z.array(z.tuple([z.number(), z.number().nullable()])),
  /** Sums by target, corrections included, without late gifts that are only listed. */
  targets: z.array(z.tuple([targetSchema, rowsTallySchema])),
  /** Late gifts that wait for the host's word, and those that were accepted. */
  late: rowsTallySchema,
  accepted: rowsTallySchema,
  /** Seconds of running time for which the decrease has been reckoned. */
  ticked: count,
  falls: z.array(fallSchema),
  through: z.array(breakthroughSchema),
  effect: effectStateSchema,
  /** Interruptions that touched the round, the newest of them; `gapCount` counts all. */
  gaps: z.array(gapInputSchema),
  gapCount: count,
  /** Win streaks of its anchors before it was settled. */
  streaks: z.array(z.object({ anchorId: z.string(), streak: count })),
  settlement: settlementSchema.nullable(),
  /** Who goes out in a tie of lowest scores, by the host's word (`anchorId` null: nobody); null while not decided. */
  tieDecision: z.object({ anchorId: z.string().nullable() }).nullable(),
  /** How often it was settled. */
  settlements: count,
  /** What a resurrection has to reach, and what viewers have promised: that is shown and does not count. */
  targetTenths: count,
  pledgedTenths: count,
  /** How the anchor that a resurrection is for had gone out. */
  wasOut: outSchema.nullable(),
});
export type StoredRound = z.infer<typeof roundSchema>;

/** A gameplay entry that a gift has triggered. */
export const danceSchema = z.object({
  /** The sequence number of the input that triggered it. */
  id: z.number().int().positive(),
  entryId: z.string(),
  viewerId: z.string(),
  at: z.number(),
  times: z.number().int().positive(),
});
export type Dance = z.infer<typeof danceSchema>;

export const playingSchema = z.object({ dance: danceSchema, countdown: countdownSchema });
export type Playing = z.infer<typeof playingSchema>;
