import { join, resolve } from 'node:path';
import type { CopiedData } from '../backup/wholeBackup.ts';
import { startCompileCache } from '../compileCache.ts';

/**
 * `npm run backup -- FOLDER`: backs up everything to a new folder. With `--accounts` it backs up only the database, to
 * a new file. Exits with 1 if there is no backup, and with 2 if the backup has damaged files or lacks unreadable ones.
 */
const args = process.argv.slice(2);
const [target] = args.filter((arg) => !arg.startsWith('--'));

const EXIT_INCOMPLETE = 2;

/** Thrown if no server runs on the data folder. */
class NoServer extends Error {}

function printProblems(
  dataDir: string,
  { damaged, unreadable }: Pick<CopiedData, 'damaged' | 'unreadable'>,
): void {
  const say = (line: string) => process.stderr.write(`${line}\n`);
  for (const file of damaged) {
    say(
      `Damaged file: ${join(dataDir, file)}. The backup has an exact copy of it. If this is the newest show of its host, Ringside recovers what it can when the host opens the tool. Otherwise stop the server and replace the file with the one from an older backup.`,
    );
  }
  for (const file of unreadable) {
    say(
      `Unreadable file, not in the backup: ${join(dataDir, file)}. Check its permissions and the disk, then back up again.`,
    );
  }
  if (damaged.length + unreadable.length > 0) process.exitCode = EXIT_INCOMPLETE;
}

if (target === undefined) {
  process.stderr.write('Name a new folder for the backup: npm run backup -- FOLDER [--accounts]\n');
  process.exitCode = 1;
} else {
  startCompileCache();
  const { backUpAll } = await import('../backup/wholeBackup.ts');
  const { requestBackup } = await import('../control/control.ts');
  const { backUp } = await import('../database/backup/backup.ts');
  const { withDatabase } = await import('./withDatabase.ts');
  const path = resolve(target);
  const write = async (dataDir: string, accounts: (file: string) => Promise<number>) => {
    const warning = 'It contains personal data. Keep it safe.';
    if (args.includes('--accounts')) return `Backed up ${await accounts(path)} rows to ${target}. ${warning}`;
    const { rows, shows, ...problems } = await backUpAll(path, dataDir, accounts);
    printProblems(dataDir, problems);
    return `Backed up ${rows} rows and ${shows === 1 ? '1 show' : `${shows} shows`} to ${target}. ${warning}`;
  };
  await withDatabase((database, dataDir) => write(dataDir, (file) => backUp(database, file)), {
    // A running server has locked the embedded database, so the server writes the accounts.
    running: async (dataDir) => {
      try {
        return await write(dataDir, async (file) => {
          const rows = await requestBackup(dataDir, file);
          if (rows === null) throw new NoServer();
          return rows;
        });
      } catch (error) {
        if (error instanceof NoServer) return null;
        throw error;
      }
    },
  });
}
