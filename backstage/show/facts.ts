import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { rehearsalSizes, type Show as ShowLine } from '#shared/contract/backstage.ts';
import { languageSchema } from '#shared/contract/language.ts';
import type { GameState } from '#shared/game/fold.ts';
import { readStored, type StoredShape, stamp, writeStored } from '../store/storedFile.ts';

/** How a rehearsal was begun, so that it can go on with the same people. */
export const rehearsalFactsSchema = z.object({
  size: z.enum(rehearsalSizes),
  locale: languageSchema,
  seed: z.number().int().nonnegative(),
});
export type RehearsalFacts = z.infer<typeof rehearsalFactsSchema>;

const factsSchema = z.object({
  createdAt: z.number(),
  lineId: z.enum(['line1', 'line2']),
  rehearsal: rehearsalFactsSchema.nullable(),
  /** The operator let go of the room: it is not gone back to by itself. */
  closed: z.boolean(),
});

/** What is true of a show beside its game. They stand outside the journal, which may get damaged. */
export type ShowFacts = z.infer<typeof factsSchema>;

const factsShape: StoredShape<ShowFacts> = {
  migrations: [],
  read: (content) => ({ value: factsSchema.parse(content), dropped: 0 }),
};

const FILE = 'show.json';

export function writeFacts(folder: string, facts: ShowFacts): void {
  writeStored(join(folder, FILE), factsShape, facts);
}

/** Facts that cannot be read any more are replaced by the most careful ones: nothing is connected by itself. */
export function readFacts(folder: string, now: number): ShowFacts {
  const { value } = readStored(join(folder, FILE), factsShape, now);
  return value ?? { createdAt: now, lineId: 'line1', rehearsal: null, closed: true };
}

/** Ids sort by age; their end sets shows of one millisecond apart. */
export function newShowId(now: number, random: () => number): string {
  const rest = Math.floor(random() * 36 ** 4).toString(36);
  const milliseconds = String(now % 1000).padStart(3, '0');
  return `${stamp(now)}-${milliseconds}${rest.padStart(4, '0')}`;
}

/** When a show began (ms since 1970), by its id; null for a folder that has another name. */
export function beganAt(showId: string): number | null {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)-/.exec(showId) ?? [];
  if (second === undefined) return null;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/** The ids of the shows in a folder, newest first. */
export function showIds(showsFolder: string): string[] {
  if (!existsSync(showsFolder)) return [];
  return readdirSync(showsFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .reverse();
}

/** What the journal keeps of its state for the list of shows. */
export const summarySchema = z.object({
  username: z.string(),
  presetName: z.string(),
  startedAt: z.number(),
  endedAt: z.number(),
  gifts: z.number(),
  diamonds: z.number(),
});
export type Summary = z.infer<typeof summarySchema>;

export function summarise(state: GameState): Summary {
  return {
    username: state.room?.username ?? '',
    presetName: state.preset?.name ?? '',
    startedAt: state.startedAt,
    endedAt: state.endedAt,
    gifts: state.seen.count,
    diamonds: state.seen.diamonds,
  };
}

export function lineOfShow(showId: string, facts: ShowFacts, summary: Summary, recorded: boolean): ShowLine {
  return {
    showId,
    ...summary,
    rehearsal: facts.rehearsal !== null,
    createdAt: facts.createdAt,
    hasRecording: recorded,
  };
}
