import { createHash } from 'node:crypto';
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { screenPartSchema } from '#shared/contract/transfer.ts';
import { readStored, removeQuietly, type StoredShape, writeStored } from '../store/storedFile.ts';
import { bytesOf } from './parts.ts';

const fileSchema = z.object({
  file: z.string().regex(/^[a-z-]+\.json$/),
  /** SHA-256 of what the import has written; empty until then. */
  sha256: z.string(),
  /** What the file was before, in base64; null if it did not exist. */
  before: z.base64().nullable(),
});

const importSchema = z.object({
  at: z.number(),
  files: z.array(fileSchema),
  shows: z.array(z.string()),
  /** Ids of the new tokens. */
  tokens: z.array(z.string()),
  screen: screenPartSchema.nullable(),
});
/** What an import changed, so that it can be taken back. */
export type Import = z.infer<typeof importSchema>;
type ImportedFile = Import['files'][number];

const importShape: StoredShape<Import> = {
  migrations: [],
  read: (content) => ({ value: importSchema.parse(content), dropped: 0 }),
};

/** The last import, until it is undone. */
export const LAST_IMPORT = 'last-import.json';

export const folderIn = (dataDir: string): string => join(dataDir, 'transfer');
const underWayPath = (dataDir: string): string => join(folderIn(dataDir), 'under-way.json');

/** Takes back an import that the end of the process interrupted, and deletes received files. Call it before the stores open. */
export function recoverTransfer(dataDir: string, now: number): void {
  const folder = folderIn(dataDir);
  if (!existsSync(folder)) return;
  convertOldRecord(dataDir, now);
  const interrupted = readStored(underWayPath(dataDir), importShape, now).value;
  if (interrupted !== null) takeBack(dataDir, interrupted);
  for (const name of ['export', 'received', 'shows']) removeQuietly(join(folder, name));
}

/** Undoes what an import under way has written. */
export function takeBack(dataDir: string, { files, shows }: Pick<Import, 'files' | 'shows'>): void {
  restoreFiles(dataDir, files);
  for (const id of shows) removeQuietly(join(dataDir, 'shows', id));
  endImport(dataDir);
}

/** Restores files to their content before an import. Deletes those that did not exist. */
export function restoreFiles(dataDir: string, files: readonly ImportedFile[]): void {
  for (const { file, before } of files) {
    const path = join(dataDir, file);
    // Write and rename: a power cut leaves one of the two.
    if (before !== null) {
      writeFileSync(`${path}.next`, Buffer.from(before, 'base64'), { flush: true });
      renameSync(`${path}.next`, path);
    } else rmSync(path, { force: true });
  }
}

/** Describes a file before an import changes it. */
export function fileBefore(dataDir: string, file: string): ImportedFile {
  return { file, sha256: '', before: bytesOf(join(dataDir, file))?.toString('base64') ?? null };
}

/**
 * Notes an import before it changes anything.
 *
 * @throws the file system's error.
 */
export function beginImport(dataDir: string, content: Import): void {
  writeStored(underWayPath(dataDir), importShape, content);
}

/** Notes that an import is whole, or taken back. */
export function endImport(dataDir: string): void {
  removeQuietly(underWayPath(dataDir));
}

/** Returns the last import; null if there is none, or if it was undone. */
export function readLastImport(dataDir: string, now: number): Import | null {
  return readStored(join(dataDir, LAST_IMPORT), importShape, now).value;
}

/** @throws the file system's error. */
export function writeLastImport(dataDir: string, content: Import): void {
  writeStored(join(dataDir, LAST_IMPORT), importShape, content);
}

/** SHA-256 of a file in hex; empty without the file. */
export function hashOf(path: string): string {
  const bytes = bytesOf(path);
  return bytes === null ? '' : createHash('sha256').update(bytes).digest('hex');
}

/** The record of earlier versions. What files were before was in a folder. */
const oldShape: StoredShape<z.output<typeof oldSchema>> = {
  migrations: [],
  read: (content) => ({ value: oldSchema.parse(content), dropped: 0 }),
};
const oldSchema = importSchema.extend({
  phase: z.enum(['applying', 'done']),
  files: z.array(fileSchema.omit({ before: true })),
});

function convertOldRecord(dataDir: string, now: number): void {
  const path = join(folderIn(dataDir), 'import.json');
  const old = readStored(path, oldShape, now).value;
  if (old === null) return;
  const beforeFolder = join(folderIn(dataDir), 'before');
  const { phase, files, ...rest } = old;
  const record: Import = {
    ...rest,
    files: files.map(({ file, sha256 }) => ({ ...fileBefore(beforeFolder, file), sha256 })),
  };
  if (phase === 'applying') takeBack(dataDir, record);
  else writeLastImport(dataDir, record);
  removeQuietly(path);
  removeQuietly(beforeFolder);
}
