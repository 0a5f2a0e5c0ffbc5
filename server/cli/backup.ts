import { join, resolve } from 'node:path';
import type { CopiedData } from '../backup/wholeBackup.ts';

/**
 * `npm run backup -- FOLDER`: backs up everything to a new folder. With `--accounts` it backs up only the database, to
 * a new file. Exits with 1 if there is no backup, and with 2 if the backup has damaged files or lacks unreadable ones.
 */
const args = process.argv.slice(2);
const [place] = args.filter((arg) => !arg.startsWith('--'));

const EXIT_INCOMPLETE = 2;

/** Thrown if no server runs on the data folder. */
class NoServer extends Error {}

function tellProblems(
  dataDir: string,
  { damaged, unreadable }: Pick<CopiedData, 'damaged' | 'unreadable'>,
): void {
  const say = (line: string) => process.stderr.write(`${line}\n`);
  for (const file of damaged) {
    say(
      `Damaged, and copied as it is: ${join(dataDir, file)}. If this is its host's newest show, Ringside recovers what it can when the host opens the tool. Otherwise stop the server and put the same file of an older backup in its place.`,
    );
  }
  for (const file of unreadable) {
    say(
      `Not in the backup, because it cannot be read: ${join(dataDir, file)}. Check its rights and the disk, then back up again.`,
    );
  }
  if (damaged.length + unreadable.length > 0) process.exitCode = EXIT_INCOMPLETE;
}

if (place === undefined) {
  process.stderr.write('Say where to: npm run backup -- ringside-backup [--accounts]\n');
  process.exitCode = 1;
} else {
  const { backUpAll } = await import('../backup/wholeBackup.ts');
  const { askForBackup } = await import('../control/ask.ts');
  const { backUp } = await import('../database/backup/backup.ts');
  const { withDatabase } = await import('./withDatabase.ts');
  const path = resolve(place);
  const write = async (dataDir: string, accounts: (file: string) => Promise<number>) => {
    const personal = 'It holds personal data: keep it safe.';
    if (args.includes('--accounts')) return `Backed up ${await accounts(path)} rows to ${place}. ${personal}`;
    const { rows, shows, ...problems } = await backUpAll(path, dataDir, accounts);
    tellProblems(dataDir, problems);
    return `Backed up ${rows} rows and ${shows} shows to ${place}. ${personal}`;
  };
  await withDatabase((database, dataDir) => write(dataDir, (file) => backUp(database, file)), {
    // A running server has locked the embedded database, so the server writes the accounts.
    running: async (dataDir) => {
      try {
        return await write(dataDir, async (file) => {
          const rows = await askForBackup(dataDir, file);
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
