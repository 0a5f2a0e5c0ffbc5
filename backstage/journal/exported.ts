import { z } from 'zod';
import { type StoredInput, storedInputSchema } from '#shared/contract/backstage.ts';
import { RingsideError } from '#shared/contract/error.ts';
import { readLines } from '../recording/read.ts';
import type { Journal } from './journal.ts';

/*
 * A show's journal as text: a header line, then one numbered input a line, numbered from 1 without a gap.
 */

const FORMAT = 'ringside-journal';
const VERSION = 1;
const PAGE = 2000;

const headSchema = z.object({ format: z.literal(FORMAT), version: z.number() });

/** The lines of a journal, each with its line end. */
export function* exportedLines(journal: Journal): Generator<string> {
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
export function isExportHead(line: string): boolean {
  try {
    return headSchema.safeParse(JSON.parse(line)).success;
  } catch {
    return false;
  }
}

/**
 * Hands the inputs of an exported journal, plain or gzip, to `take` in their order.
 *
 * @throws RingsideError `recording.notFound`; `recording.unreadable` for a broken or missing line, because a count
 * without it would be wrong.
 */
export async function readExported(path: string, take: (stored: StoredInput) => void): Promise<void> {
  let seq = -1;
  await readLines(path, (line) => {
    if (line.trim() === '') return;
    seq += 1;
    if (seq === 0) {
      if (!isExportHead(line)) throw new RingsideError('recording.unreadable', { path });
      return;
    }
    const stored = parse(line);
    if (stored?.seq !== seq) throw new RingsideError('recording.unreadable', { path });
    take(stored);
  });
}

function parse(line: string): StoredInput | null {
  try {
    const parsed = storedInputSchema.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
