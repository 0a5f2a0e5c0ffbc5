import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { rehearsalSizes, type Show as ShowLine } from '#shared/contract/backstage.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { languageSchema } from '#shared/contract/language.ts';
import type { GameState } from '#shared/game/fold.ts';
import { readStored, type StoredShape, stamp, writeStored } from '../store/storedFile.ts';

/** The settings of a rehearsal. A restart resumes the rehearsal with them, with the same viewers. */
const rehearsalFactsSchema = z.object({
  size: z.enum(rehearsalSizes),
  locale: languageSchema,
  seed: z.number().int().nonnegative(),
});
export type RehearsalFacts = z.infer<typeof rehearsalFactsSchema>;

export const showFactsSchema = z.object({
  createdAt: z.number(),
  lineId: z.enum(['line1', 'line2']),
  rehearsal: rehearsalFactsSchema.nullable(),
  /** The operator left the room, so a restart does not reconnect to it. */
  closed: z.boolean(),
});

/** Facts about a show that are not part of its game. They have their own file because a journal may get damaged. */
export type ShowFacts = z.infer<typeof showFactsSchema>;

const factsShape: StoredShape<ShowFacts> = {
  migrations: [],
  read: (content) => ({ value: showFactsSchema.parse(content), dropped: 0 }),
};

const FILE = 'show.json';

/** Writes the facts of a show. @throws RingsideError as `writeStored`. */
export function writeFacts(folder: string, facts: ShowFacts): void {
  writeStored(join(folder, FILE), factsShape, facts);
}

/** Reads the facts of a show. If the file is missing or broken, returns defaults that reconnect to no room. */
export const readFacts = (folder: string, now: number): ShowFacts => readFactsFile(folder, now).facts;

/** As `readFacts`; `unknown` is the path of the file that is missing, broken or of a newer version, otherwise null. */
function readFactsFile(folder: string, now: number): { facts: ShowFacts; unknown: string | null } {
  const path = join(folder, FILE);
  const { value, backup } = readStored(path, factsShape, now);
  if (value !== null) return { facts: value, unknown: null };
  const facts: ShowFacts = { createdAt: now, lineId: 'line1', rehearsal: null, closed: true };
  return { facts, unknown: backup ?? path };
}

/** Makes a show id. Ids sort by the time of creation; a random suffix tells shows of the same millisecond apart. */
export function newShowId(now: number, random: () => number): string {
  const rest = Math.floor(random() * 36 ** 4).toString(36);
  const milliseconds = String(now % 1000).padStart(3, '0');
  return `${stamp(now)}-${milliseconds}${rest.padStart(4, '0')}`;
}

/** Reads the start of a show from its id (ms since 1970). Returns null if the name is not a show id. */
export function beganAt(showId: string): number | null {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)-/.exec(showId) ?? [];
  if (second === undefined) return null;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/** Lists the ids of the shows in a folder, newest first. */
export function showIds(showsFolder: string): string[] {
  if (!existsSync(showsFolder)) return [];
  return readdirSync(showsFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .reverse();
}

/** The summary in the metadata of a journal, from which the list of shows is made. */
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

/** Makes the entry of a show in the list of shows. */
export function showListEntry(
  showId: string,
  facts: ShowFacts,
  summary: Summary,
  recorded: boolean,
): ShowLine {
  return {
    showId,
    ...summary,
    rehearsal: facts.rehearsal !== null,
    createdAt: facts.createdAt,
    hasRecording: recorded,
  };
}

/** The facts of the open show. A change applies at once; if it cannot be written, `writePending` tries again later. */
export class FactsFile {
  readonly #folder: string;
  readonly #log: (message: string, error: unknown) => void;
  /** The path of the file, if it could not be read and the facts are defaults; otherwise null. */
  readonly unknown: string | null;
  #facts: ShowFacts;
  #isWritten = true;

  /** `initial`: the facts of a new show, written at once. @throws RingsideError when they cannot be written. */
  constructor(
    folder: string,
    now: number,
    initial: ShowFacts | undefined,
    log: (message: string, error: unknown) => void,
  ) {
    if (initial !== undefined) writeFacts(folder, initial);
    this.#folder = folder;
    const read = initial === undefined ? readFactsFile(folder, now) : { facts: initial, unknown: null };
    this.#facts = read.facts;
    this.unknown = read.unknown;
    this.#log = log;
  }

  get facts(): ShowFacts {
    return this.#facts;
  }

  set(facts: ShowFacts): void {
    this.#facts = facts;
    this.#isWritten = false;
    this.writePending();
  }

  /** Writes the facts if the last attempt failed. */
  writePending(): void {
    if (this.#isWritten) return;
    try {
      writeFacts(this.#folder, this.#facts);
      this.#isWritten = true;
    } catch (error) {
      // A file of a newer version stays: trying again is useless.
      this.#isWritten = error instanceof RingsideError && error.problem.code === 'storage.newer';
      this.#log('the facts of the show cannot be written yet', error);
    }
  }
}
