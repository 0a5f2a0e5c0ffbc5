import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BackupError } from '../database/backup/format.ts';
import { type CopiedData, copyData } from './dataFolder.ts';
import { ACCOUNTS, DATA } from './format.ts';

/** Whether a path is a whole backup, which is a folder. */
export const isWhole = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();

/**
 * Backs up everything into the new folder `path`: first the accounts with `accounts`, which gets the file to write,
 * then the data folder. The folder appears when it is complete. Returns the number of rows and the copied files.
 */
export async function backUpAll(
  path: string,
  dataDir: string,
  accounts: (file: string) => Promise<number>,
): Promise<CopiedData & { rows: number }> {
  if (existsSync(path)) throw new BackupError(`${path} exists already. Give the backup another name.`);
  const partial = `${path}.part`;
  rmSync(partial, { recursive: true, force: true });
  try {
    mkdirSync(partial, { mode: 0o700 });
  } catch {
    throw new BackupError(`${path} cannot be written. Give a place in a folder that exists.`);
  }
  try {
    const rows = await accounts(join(partial, ACCOUNTS));
    const copied = copyData(dataDir, join(partial, DATA));
    renameSync(partial, path);
    return { ...copied, rows };
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    throw error;
  }
}
