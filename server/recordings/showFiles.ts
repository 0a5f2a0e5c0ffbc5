import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, rmSync, statSync } from 'node:fs';
import { appendFile, copyFile, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { backup } from 'node:sqlite';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip, createGzip, gzip } from 'node:zlib';
import { Journal } from '#backstage/journal/journal.ts';
import { journalPath } from '#backstage/journal/openJournal.ts';
import { hasRecording, recordingPath, tailsOf } from '#backstage/recording/write.ts';
import { type Summary, summarySchema } from '#backstage/show/facts.ts';

/** A compressed file that is ready to be stored. */
export interface Packed {
  path: string;
  bytes: number;
  sha256: string;
}

/** The level takes half the time of the default, and the journal is stored once. */
const LEVEL = { level: 3 };
/** The pages of a journal that are copied in one step. */
const PAGES = 500;

/** What is known of a show in a folder without its state. */
export interface FoundShow {
  /** The number of the last input. */
  seq: number;
  summary: Summary;
}

/** Reads the last input and the summary of a show. Null if the show has no journal with a summary. */
export function findShow(folder: string): FoundShow | null {
  const file = journalPath(folder);
  if (!existsSync(file)) return null;
  const journal = new Journal(file, true);
  try {
    const summary = summarySchema.safeParse(journal.meta('summary'));
    return summary.success ? { seq: journal.lastSeq(), summary: summary.data } : null;
  } finally {
    journal.close();
  }
}

/** Differs when the journal or the recording of a show has changed. Reads no content. */
export function identityOf(folder: string): string {
  const file = journalPath(folder);
  const recording = existsSync(folder) ? [recordingPath(folder), ...tailsOf(folder)] : [];
  return [file, `${file}-wal`, ...recording]
    .map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }))
    .map((stats) => (stats === undefined ? '-' : `${stats.size}@${stats.mtimeNs}`))
    .join(' ');
}

/** Differs when the recording of a show has grown. */
export const sizeOfMessages = (folder: string): number =>
  [recordingPath(folder), ...tailsOf(folder)].reduce(
    (bytes, path) => bytes + (statSync(path, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );

/** Copies and compresses the journal of a show, which may be open. */
export async function packJournal(folder: string, into: string): Promise<Packed> {
  const copy = join(into, 'journal.sqlite');
  const journal = new Journal(journalPath(folder), true);
  try {
    await backup(journal.db, copy, { rate: PAGES });
  } finally {
    journal.close();
  }
  const path = `${copy}.gz`;
  await pipeline(createReadStream(copy), createGzip(LEVEL), createWriteStream(path, { mode: 0o600 }));
  await rm(copy);
  return await measured(path);
}

/** Copies the recording of a show, with what is not compressed yet. Null if there is none. */
export async function packMessages(folder: string, into: string): Promise<Packed | null> {
  if (!hasRecording(folder)) return null;
  const path = join(into, 'messages.ndjson.gz');
  if (existsSync(recordingPath(folder))) await copyFile(recordingPath(folder), path);
  for (const tail of tailsOf(folder)) await appendFile(path, await promisify(gzip)(await readFile(tail)));
  return await measured(path);
}

async function measured(path: string): Promise<Packed> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return { path, bytes: (await stat(path)).size, sha256: hash.digest('hex') };
}

/**
 * Writes a stored journal to the folder of a show, instead of an older one. Rejects, and changes nothing, if its content
 * is not what was stored.
 */
export async function unpackJournal(
  stored: Readable,
  expected: Omit<Packed, 'path'> & { seq: number },
  folder: string,
  temporary: string,
): Promise<void> {
  try {
    await pipeline(stored, checked(expected), createGunzip(), createWriteStream(temporary, { mode: 0o600 }));
    const journal = new Journal(temporary, true);
    const seq = journal.lastSeq();
    journal.close();
    if (seq !== expected.seq) throw new Error(`a stored journal ends at ${seq}, not at ${expected.seq}`);
    const file = journalPath(folder);
    for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true });
    await rename(temporary, file);
  } finally {
    for (const end of ['', '-wal', '-shm']) rmSync(temporary + end, { force: true });
  }
}

/** Passes bytes on, and fails at the end if they are not the expected ones. */
function checked({ bytes, sha256 }: Omit<Packed, 'path'>): Transform {
  const hash = createHash('sha256');
  let count = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      count += chunk.length;
      // A longer file must not fill the disk.
      done(count > bytes ? new Error('a stored file is longer than expected') : null, chunk);
    },
    flush(done) {
      const isSame = count === bytes && hash.digest('hex') === sha256;
      done(isSame ? null : new Error('a stored file has another content than expected'));
    },
  });
}
