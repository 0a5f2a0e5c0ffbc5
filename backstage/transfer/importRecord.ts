import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { screenPartSchema } from '#shared/contract/transfer.ts';
import { readStored, removeQuietly, type StoredShape, writeStored } from '../store/storedFile.ts';
import { bytesOf } from './parts.ts';

const importSchema = z.object({
  phase: z.enum(['applying', 'done']),
  at: z.number(),
  /** The files that the import writes, with the hash of what it wrote. */
  files: z.array(z.object({ file: z.string().regex(/^[a-z-]+\.json$/), sha256: z.string() })),
  shows: z.array(z.string()),
  /** Ids of the new tokens. */
  tokens: z.array(z.string()),
  screen: screenPartSchema.nullable(),
});
/** What an import changed, so that it can be taken back. */
export type Import = z.infer<typeof importSchema>;
const importShape: StoredShape<Import> = {
  migrations: [],
  read: (content) => ({ value: importSchema.parse(content), dropped: 0 }),
};

export const folderIn = (dataDir: string): string => join(dataDir, 'transfer');
export const importPath = (dataDir: string): string => join(folderIn(dataDir), 'import.json');
export const beforePath = (dataDir: string, file: string): string => join(folderIn(dataDir), 'before', file);

/** Takes back an import that the end of the process interrupted, and deletes received files. Call it before the stores open. */
export function recoverTransfer(dataDir: string, now: number): void {
  const folder = folderIn(dataDir);
  if (!existsSync(folder)) return;
  const stored = readImport(dataDir, now);
  if (stored?.phase === 'applying') {
    restoreFiles(dataDir, stored);
    for (const id of stored.shows) removeQuietly(join(dataDir, 'shows', id));
    removeQuietly(importPath(dataDir));
  }
  for (const name of ['export', 'received', 'shows']) removeQuietly(join(folder, name));
}

/** Writes the files as they were before an import. */
export function restoreFiles(dataDir: string, { files }: Pick<Import, 'files'>): void {
  for (const { file } of files) {
    const before = beforePath(dataDir, file);
    // Copy and rename: a power cut leaves one of the two.
    if (existsSync(before)) {
      copyFileSync(before, join(dataDir, `${file}.next`));
      renameSync(join(dataDir, `${file}.next`), join(dataDir, file));
    } else rmSync(join(dataDir, file), { force: true });
  }
}

/** The last import; null without one. */
export function readImport(dataDir: string, now: number): Import | null {
  return readStored(importPath(dataDir), importShape, now).value;
}

/** @throws the file system's error. */
export function writeImport(dataDir: string, content: Import): void {
  writeStored(importPath(dataDir), importShape, content);
}

/** SHA-256 of a file in hex; empty without the file. */
export function hashOf(path: string): string {
  const bytes = bytesOf(path);
  return bytes === null ? '' : createHash('sha256').update(bytes).digest('hex');
}
