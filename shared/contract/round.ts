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

/** `grace` is the delay after the countdown, in which votes still count. A removed prepared round leaves no trace. */
export const roundPhases = ['prepared', 'running', 'paused', 'grace', 'settled'] as const;
export type RoundPhase = (typeof roundPhases)[number];

/**
 * A battle has two sides; a ranking compares single anchors; a turn is one anchor's round in freestyle; a resurrection
 * is the attempt of a knocked-out anchor to come back.
 */
export const roundKinds = ['battle', 'ranking', 'turn', 'resurrection'] as const;
export type RoundKind = (typeof roundKinds)[number];

export const sides = ['attacker', 'defender'] as const;
export type Side = (typeof sides)[number];

/** A countdown that can be stopped. The time left is `length` minus the time that it has run. */
export const countdownSchema = z.object({
  /** ms; 0 for no end. */
  length: count,
  /** ms that it had run when it was last started. */
  ran: count,
  /** When it was last started (ms); null while it is stopped. */
  since: z.number().nullable(),
});
export type Countdown = z.infer<typeof countdownSchema>;

/**
 * The rules at the time when the round was prepared: later changes of the preset do not affect it. A round also stores
 * the edition of the rules, so that a journal from an earlier release folds to the same results. In edition 1 a
 * resurrection runs to the end of its countdown and its target follows the anchor's own votes; a tie of lowest scores
 * knocks out the last of the tied anchors in the list; a correction that takes votes away does not undo their decrease.
 * Up to edition 2, a late gift of a side can be listed again, after which its votes are nobody's.
 */
const roundRulesSchema = z.object({
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

const sideSumsSchema = tallySchema.extend({ anchors: ids });
export type SideSums = z.infer<typeof sideSumsSchema>;

/** The votes that the decrease took from an anchor's score, and the time of its last gift. */
const fallSchema = z.object({
  anchorId: z.string(),
  /** ms of the round's running time. */
  idleSince: count,
  lostTenths: count,
  /** The sequence number at the last decrease, and the votes since then, which have no loss yet. */
  fellSeq: count,
  freshTenths: count,
  /** The fresh votes of ledger rows that were opened before the last decrease and grew after it. */
  grown: z.array(z.object({ rowId: z.number().int().positive(), votesTenths: count })),
  /**
   * Ledger rows that corrections took from or gave to the anchor: their votes that are not fresh, and the loss that
   * moves with the row. A row that was given is stored until the next decrease.
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

/** A score that exceeded the clearance score, and the votes that the decrease had taken from it by then. */
const breakthroughSchema = z.object({ scorer: targetSchema, lostTenths: count });
export type Breakthrough = z.infer<typeof breakthroughSchema>;

const effectStateSchema = z.object({
  side: z.enum(sides).nullable(),
  /** 0: no effect. */
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

const shareSchema = z.object({
  anchorId: z.string(),
  /** The anchor's share by the settlement. */
  votesTenths: count,
  /** The anchor's own votes in the ledger. */
  ownTenths: count,
  /** The score that was compared, after the decrease. */
  scoreTenths: count,
});
export type Share = z.infer<typeof shareSchema>;

const settlementSchema = z.object({
  at: z.number(),
  outcome: z.enum(outcomes),
  /** The scores were equal, so the preset's advantage decided. */
  byAdvantage: z.boolean(),
  attackerTenths: count,
  defenderTenths: count,
  /** The distributed votes, the sum of all shares. */
  poolTenths: count,
  shares: z.array(shareSchema),
  /** Whether a score had exceeded the clearance score. */
  cleared: z.boolean(),
  /** The anchors that the preset's rule knocked out. */
  out: ids,
  /** Anchors of the losing side with equal lowest scores; the host decides who of them goes out. */
  tied: ids,
});
export type Settlement = z.infer<typeof settlementSchema>;

/** An anchor's knock-out. */
const outSchema = z.object({
  /** The anchor's last round, 0 for none. */
  round: count,
  /** The win streak before the knock-out. */
  streak: count,
  byRule: z.boolean(),
  /** The resurrection has failed: the anchor is out for good. */
  final: z.boolean(),
});
export type Out = z.infer<typeof outSchema>;

/** An anchor's win streak and knock-out. */
export const fateSchema = z.object({
  anchorId: z.string(),
  /** Rounds won in a row. */
  streak: count,
  out: outSchema.nullable(),
});
export type Fate = z.infer<typeof fateSchema>;

export const roundSchema = z.object({
  /** Counts from 1 without a gap; ledger rows refer to it. */
  id: z.number().int().positive(),
  /** The number that the host sees; a resurrection has the number of the round before it. */
  number: count,
  kind: z.enum(roundKinds),
  phase: z.enum(roundPhases),
  rules: roundRulesSchema,
  /** All anchors of the round, in the preset's order. */
  anchors: ids,
  /** The sides at the start of the round, with the sums of their votes. Empty except in a battle. */
  attacker: sideSumsSchema,
  defender: sideSumsSchema,
  /** ms of the transitions; 0 while not reached. */
  preparedAt: z.number(),
  startedAt: z.number(),
  endedAt: z.number(),
  settledAt: z.number(),
  countdown: countdownSchema,
  grace: countdownSchema,
  /** The times (ms) in which the round takes gifts, newest last: from (inclusive) until (exclusive). */
  spans: z.array(z.tuple([z.number(), z.number().nullable()])),
  /** Sums by target, corrections included, without late gifts that are only listed. */
  targets: z.array(z.tuple([targetSchema, rowsTallySchema])),
  /** Late gifts that are only listed, and those that were accepted. */
  late: rowsTallySchema,
  accepted: rowsTallySchema,
  /** Seconds of running time for which the decrease has been computed. */
  ticked: count,
  falls: z.array(fallSchema),
  through: z.array(breakthroughSchema),
  effect: effectStateSchema,
  /** The newest gaps during the round; `gapCount` counts all. */
  gaps: z.array(gapInputSchema),
  gapCount: count,
  /** The anchors' win streaks before the settlement. */
  streaks: z.array(z.object({ anchorId: z.string(), streak: count })),
  settlement: settlementSchema.nullable(),
  /** The host's decision of a tie of lowest scores (`anchorId` null: nobody goes out); null if undecided. */
  tieDecision: z.object({ anchorId: z.string().nullable() }).nullable(),
  /** Number of settlements. */
  settlements: count,
  /** The target of a resurrection, and the pledged votes, which are shown but do not count. */
  targetTenths: count,
  pledgedTenths: count,
  /** The knock-out of the resurrection's anchor. */
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
