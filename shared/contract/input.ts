import { z } from 'zod';
import { placeSchema, reasonSchema, targetSchema } from './ledger.ts';
import { presetSchema } from './preset.ts';

/**
 * The inputs of the game. The journal numbers and stores each input before any screen receives it. The state of a show
 * is the fold of its inputs and depends on nothing else.
 */

const at = z.number().int().nonnegative();

/** One decoded gift message with its running repeat count. It is an observation, not an increment. */
export const giftInputSchema = z.object({
  kind: z.literal('gift'),
  /** Arrival, in ms by the clock of the backstage. */
  at,
  /** The platform's send time in ms; 0 if the message has none. */
  sentAt: at,
  msgId: z.string(),
  user: z.object({ id: z.string(), name: z.string(), username: z.string() }),
  giftId: z.number().int().nonnegative(),
  giftName: z.string(),
  /** Diamonds of one piece, from the message and never from the catalogue. */
  diamonds: z.number().int().nonnegative(),
  /** A streakable gift (type 1) comes as several messages with a rising repeat count. */
  streak: z.boolean(),
  group: z.string(),
  repeat: z.number().int().nonnegative(),
  end: z.boolean(),
  /** Diamonds of this message alone (0 when absent); fewer than the step in `repeat` means a missed message. */
  tickets: z.number().int().nonnegative(),
  /** The recipient that the sender chose; absent for none. */
  to: z.object({ id: z.string(), username: z.string() }).optional(),
  /**
   * A message from before Ringside connected: `first` on the first connection of the session, `again` after a
   * reconnect.
   */
  history: z.enum(['first', 'again']).optional(),
});

/** The room that the show listens to, as resolved. */
export const roomInputSchema = z.object({
  kind: z.literal('room'),
  at,
  username: z.string(),
  roomId: z.string(),
  /** The owner's id; '' if unknown. A gift names the owner as recipient if its sender chose nobody. */
  ownerId: z.string(),
  title: z.string(),
});

export const gapCauses = ['disconnect', 'silence', 'restart', 'missedMessage', 'badFrame'] as const;

/** A period, or a streak, in which messages were missed. */
export const gapInputSchema = z.object({
  kind: z.literal('gap'),
  at,
  cause: z.enum(gapCauses),
  from: at,
  until: at,
  detail: z.string().max(200).default(''),
});

/** A moment at which time alone changes the state (see `nextDue`). */
const clockInputSchema = z.object({ kind: z.literal('clock'), at });

/**
 * How far the backstage's clock is ahead of the platform's (ms; negative: behind), including the shortest transit time
 * of a message. It applies to the gifts after it. Older journals have no such input.
 */
const clockOffsetInputSchema = z.object({
  kind: z.literal('clockOffset'),
  at,
  ahead: z.number().int(),
});

export const sessionActions = ['start', 'pause', 'resume', 'end'] as const;

/** An operator's command. `by` is the operator's device, so that the report can tell two operators apart. */
const commandBase = { kind: z.literal('command'), at, by: z.string().max(64) };

/** The edition of the rules for new rounds (see `roundRulesSchema`). */
export const RULES_EDITION = 3;

/** Commands without the field are older than editions and belong to the first one. */
const edition = z.number().int().positive().default(1);

const tenths = z.number().int().nonnegative();
const ids = z.array(z.string().min(1).max(64)).max(50);

/** The content of a ledger row that a command changes; commands carry it because the state holds no rows. */
const concernedRow = {
  rowId: z.number().int().positive(),
  viewerId: z.string(),
  giftId: z.number().int(),
  streakKey: z.string(),
  count: z.number().int().nonnegative(),
  diamonds: z.number().int().nonnegative(),
  votesTenths: tenths,
};

export const roundActions = ['start', 'pause', 'resume', 'end', 'cut', 'settle'] as const;
export type RoundAction = (typeof roundActions)[number];

export const danceActions = ['start', 'end', 'remove'] as const;

export const commandInputSchema = z.discriminatedUnion('command', [
  /** With `rulesFrom`, the rules take effect after the current round; else all takes effect at once. */
  z.object({
    ...commandBase,
    command: z.literal('choosePreset'),
    preset: presetSchema,
    rulesFrom: z.literal('nextRound').optional(),
  }),
  z.object({
    ...commandBase,
    command: z.literal('session'),
    action: z.enum(sessionActions),
    /** With `end`: ms in which gifts sent before the end may still arrive. Absent: the round is settled at once. */
    linger: z.number().int().nonnegative().max(60_000).optional(),
  }),
  z.object({
    ...commandBase,
    command: z.literal('bind'),
    viewerId: z.string(),
    anchorId: z.string().nullable(),
  }),
  z.object({ ...commandBase, command: z.literal('pin'), viewerId: z.string(), pinned: z.boolean() }),
  z.object({ ...commandBase, command: z.literal('suspend'), on: z.boolean() }),
  z.object({
    ...commandBase,
    command: z.literal('correct'),
    /** The sequence number of the correction that this one undoes. */
    undoes: z.number().int().positive().optional(),
    /** Each row with its content and its credit at the time of the correction, because the state holds no rows. */
    rows: z
      .array(
        z.object({
          ...concernedRow,
          from: targetSchema,
          to: targetSchema,
          reason: reasonSchema,
          /** The round that the row counts in now; 0 or absent for none, as for a late row that is only listed. */
          round: z.number().int().nonnegative().optional(),
          /** Moves the row to another round, or out of one. Absent: it stays in its round. */
          place: z.object({ from: placeSchema, to: placeSchema }).optional(),
        }),
      )
      .min(1)
      .max(5000),
  }),
  /**
   * Prepares the next round, or prepares it again. A battle takes the sides, by default those after the last battle;
   * freestyle takes the anchor, by default the next in the list.
   */
  z.object({
    ...commandBase,
    command: z.literal('prepare'),
    attacker: ids.optional(),
    defender: ids.optional(),
    anchorId: z.string().optional(),
    edition,
  }),
  /** Prepares the resurrection of a knocked-out anchor. */
  z.object({ ...commandBase, command: z.literal('resurrect'), anchorId: z.string(), edition }),
  /**
   * `end` removes a round that was not started; `cut` ends the delay and settles the round; `settle` settles the latest
   * round again.
   */
  z.object({ ...commandBase, command: z.literal('round'), action: z.enum(roundActions) }),
  /** The votes that viewers have pledged to a resurrection. They are shown, but count only once they arrive. */
  z.object({ ...commandBase, command: z.literal('pledge'), votesTenths: tenths.max(10_000_000_000) }),
  /** `out: false` undoes a knock-out. */
  z.object({ ...commandBase, command: z.literal('knockOut'), anchorId: z.string(), out: z.boolean() }),
  /** Decides which anchor goes out of a round with equal lowest scores; null for nobody. */
  z.object({
    ...commandBase,
    command: z.literal('decideTie'),
    round: z.number().int().positive(),
    anchorId: z.string().nullable(),
  }),
  /** Counts late rows in their round (`accept`), or lists them again. */
  z.object({
    ...commandBase,
    command: z.literal('late'),
    round: z.number().int().positive(),
    accept: z.boolean(),
    rows: z
      .array(z.object({ ...concernedRow, target: targetSchema, reason: reasonSchema }))
      .min(1)
      .max(5000),
  }),
  /** Adds a gift that was never received: who, what, how many, for whom, and in which round (0: none). */
  z.object({
    ...commandBase,
    command: z.literal('addGift'),
    user: z.object({
      id: z.string().min(1).max(64),
      name: z.string().max(200),
      username: z.string().max(64),
    }),
    giftId: z.number().int().nonnegative(),
    giftName: z.string().max(200),
    diamonds: z.number().int().nonnegative().max(1_000_000),
    count: z.number().int().min(1).max(100_000),
    to: targetSchema,
    round: z.number().int().nonnegative(),
  }),
  /** Starts the next dance or the named one; ends the running one; removes one from the queue. */
  z.object({
    ...commandBase,
    command: z.literal('dance'),
    action: z.enum(danceActions),
    danceId: z.number().int().positive().optional(),
  }),
]);

export const inputSchema = z.union([
  giftInputSchema,
  commandInputSchema,
  clockInputSchema,
  gapInputSchema,
  roomInputSchema,
  clockOffsetInputSchema,
]);

export type GiftInput = z.infer<typeof giftInputSchema>;
export type RoomInput = z.infer<typeof roomInputSchema>;
export type GapInput = z.infer<typeof gapInputSchema>;
export type GapCause = (typeof gapCauses)[number];
export type ClockInput = z.infer<typeof clockInputSchema>;
export type ClockOffsetInput = z.infer<typeof clockOffsetInputSchema>;
export type CommandInput = z.infer<typeof commandInputSchema>;
export type SessionAction = (typeof sessionActions)[number];
export type Input = z.infer<typeof inputSchema>;
