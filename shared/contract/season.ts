import { z } from 'zod';

/* Rankings over the shows of a period. Votes are in tenths, times are ms since 1970. */

const count = z.number().int().nonnegative();

/** `until` is exclusive. */
export const periodSchema = z.object({ from: z.number().int(), until: z.number().int() });
export type Period = z.infer<typeof periodSchema>;

/** A period that the host has named. */
export const namedSeasonSchema = z.object({
  id: z.string().min(1).max(64),
  name: z.string().trim().min(1).max(60),
  period: periodSchema.refine(({ from, until }) => from < until),
});
export type NamedSeason = z.infer<typeof namedSeasonSchema>;
/** The most named seasons. */
export const MOST_NAMED_SEASONS = 200;

/** `ids` are the ids of the anchor or viewer in the show. */
const partSchema = z.object({
  showId: z.string(),
  ids: z.array(z.string()),
  votesTenths: count,
  diamonds: count,
  count,
});

/** An anchor or a viewer. Votes of an anchor are as in the show's report, with the shares of settlements. */
const seasonRowSchema = z.object({
  key: z.string(),
  name: z.string(),
  /** The account on the platform; '' if unknown. */
  account: z.string(),
  /** 1 has the most votes; equal votes share a rank. */
  rank: z.number().int().positive(),
  /** The rank in the period before; null without votes or gifts there. */
  rankBefore: z.number().int().positive().nullable(),
  count,
  diamonds: count,
  votesTenths: count,
  /** Rounds with a settlement, and those that were won; 0 for viewers. */
  rounds: count,
  wins: count,
  /** The parts of the shows, oldest first. Their sums are those of the row. */
  shows: z.array(partSchema),
});
export type SeasonRow = z.infer<typeof seasonRowSchema>;

/** The most viewers in a ranking. */
export const MOST_SEASON_VIEWERS = 500;
/** The most shows of a period. */
export const MOST_SEASON_SHOWS = 400;

export const seasonSchema = z.object({
  shows: z.array(
    z.object({ showId: z.string(), startedAt: z.number(), username: z.string(), presetName: z.string() }),
  ),
  /** Shows that could not be read, or that are too many. */
  left: count,
  anchors: z.array(seasonRowSchema),
  /** The first viewers, and the number of all. */
  viewers: z.array(seasonRowSchema),
  givers: count,
});
export type Season = z.infer<typeof seasonSchema>;
