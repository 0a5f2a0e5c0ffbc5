import { closeSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { type StoredInput, storedInputSchema } from '#shared/contract/backstage.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { PRESET_VERSION, type Preset } from '#shared/contract/preset.ts';
import { readPresetFile } from '#shared/game/presetFile.ts';
import { parseJson } from '#shared/json.ts';
import { Journal } from '../journal/journal.ts';
import { type RecordingCount, RecordingCounter } from '../recording/count.ts';
import { type GameCount, GameCounter } from '../recording/countGame.ts';
import { readLines, readRecording, recordedGift } from '../recording/line.ts';

/*
 * A show's journal as text: a header line, then one numbered input a line, numbered from 1 without a gap.
 */

const FORMAT = 'ringside-journal';
const VERSION = 1;
const PAGE = 2000;

const headSchema = z.object({ format: z.literal(FORMAT), version: z.number() });

/** The lines of a journal, each with its line end. */
function* exportedLines(journal: Journal): Generator<string> {
  yield `${JSON.stringify({ format: FORMAT, version: VERSION })}\n`;
  const last = journal.lastSeq();
  for (let after = 0; after < last; ) {
    const inputs = journal.inputs(after, PAGE);
    for (const stored of inputs) yield `${JSON.stringify(stored)}\n`;
    const end = inputs.at(-1);
    if (end === undefined) return;
    after = end.seq;
  }
}

/** Whether a line is the first one of an exported journal. */
function isExportHead(line: string): boolean {
  return headSchema.safeParse(parseJson(line)).success;
}

/**
 * Hands the inputs of an exported journal, plain or gzip, to `take` in their order.
 *
 * @throws RingsideError `recording.notFound`; `recording.unreadable` for a broken or missing line, because a count
 * without it would be wrong.
 */
async function readExported(path: string, take: (stored: StoredInput) => void): Promise<void> {
  let seq = -1;
  await readLines(path, (line) => {
    if (line.trim() === '') return;
    seq += 1;
    if (seq === 0) {
      if (!isExportHead(line)) throw new RingsideError('recording.unreadable', { path });
      return;
    }
    const stored = storedInputSchema.safeParse(parseJson(line)).data;
    if (stored?.seq !== seq) throw new RingsideError('recording.unreadable', { path });
    take(stored);
  });
}

type FileKind = 'recording' | 'journal' | 'exported';

interface FileCount {
  /** Gifts by sender, for a recording that is counted without a preset. */
  gifts: RecordingCount | null;
  game: GameCount | null;
  badLines: number;
}

const SQLITE = 'SQLite format 3\0';

/**
 * Counts a recording, or the journal of a show with its commands (the file on disk or an export). `preset` replaces the
 * presets of the journal. A recording without `preset` is counted by sender only.
 *
 * @throws RingsideError `recording.notFound`, `recording.unreadable`.
 */
export async function countFile(path: string, preset: Preset | null): Promise<FileCount> {
  const kind = await kindOf(path);
  if (kind === 'recording' && preset === null) {
    const counter = new RecordingCounter();
    const { badLines } = await readRecording(path, (message) => counter.add(message));
    return { gifts: counter.count, game: null, badLines };
  }
  const counter = new GameCounter(preset);
  let badLines = 0;
  if (kind === 'recording') {
    const read = await readRecording(path, (message) => {
      const gift = recordedGift(message);
      if (gift !== null) counter.takeGift(gift);
    });
    badLines = read.badLines;
  } else if (kind === 'exported') {
    await readExported(path, (stored) => counter.takeStored(stored));
  } else {
    withJournal(path, (journal) => {
      const last = journal.lastSeq();
      while (counter.state.seq < last) {
        for (const stored of journal.inputs(counter.state.seq, PAGE)) counter.takeStored(stored);
      }
    });
  }
  return { gifts: null, game: counter.count, badLines };
}

/** Writes a show's journal as text. @throws RingsideError `recording.notFound`, `recording.unreadable`. */
export async function exportJournal(path: string, to: string): Promise<void> {
  if ((await kindOf(path)) !== 'journal') throw new RingsideError('recording.unreadable', { path });
  withJournal(path, (journal) => writeFileSync(to, Array.from(exportedLines(journal)).join('')));
}

/** Reads an exported preset. @throws RingsideError `recording.notFound`, or the problem of an invalid preset. */
export function readPreset(path: string): Preset {
  const read = readPresetFile(textOf(path));
  if ('code' in read) throw new RingsideError(read.code, read.params);
  return { ...read, version: PRESET_VERSION, id: 'recount' };
}

async function kindOf(path: string): Promise<FileKind> {
  if (startOf(path, SQLITE.length) === SQLITE) return 'journal';
  let first: string | null = null;
  await readLines(path, (line) => {
    if (line.trim() !== '') first ??= line;
  });
  return first !== null && isExportHead(first) ? 'exported' : 'recording';
}

function withJournal(path: string, use: (journal: Journal) => void): void {
  let journal: Journal | null = null;
  try {
    journal = new Journal(path, true);
    use(journal);
  } catch (error) {
    if (error instanceof RingsideError) throw error;
    throw new RingsideError('recording.unreadable', { path });
  } finally {
    journal?.close();
  }
}

function startOf(path: string, length: number): string {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    throw new RingsideError('recording.notFound', { path });
  }
  try {
    const bytes = Buffer.alloc(length);
    return bytes.toString('latin1', 0, readSync(file, bytes, 0, length, 0));
  } catch {
    throw new RingsideError('recording.unreadable', { path });
  } finally {
    closeSync(file);
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new RingsideError('recording.notFound', { path });
  }
}
