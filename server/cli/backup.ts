import { resolve } from 'node:path';

/**
 * `npm run backup -- FOLDER`: writes accounts, shows, presets and all else to a new folder. With `--accounts` it
 * writes accounts and all of theirs to a new file.
 */
const args = process.argv.slice(2);
const [place] = args.filter((arg) => !arg.startsWith('--'));

/** No server runs on the data folder. */
class NoServer extends Error {}

if (place === undefined) {
  process.stderr.write('Say where to: npm run backup -- ringside-backup [--accounts]\n');
  process.exitCode = 1;
} else {
  const { backUpAll } = await import('../backup/whole.ts');
  const { askForBackup } = await import('../control/ask.ts');
  const { backUp } = await import('../database/backup/backup.ts');
  const { withDatabase } = await import('./withDatabase.ts');
  const path = resolve(place);
  const write = async (dataDir: string, accounts: (file: string) => Promise<number>) => {
    const personal = 'It holds personal data: keep it safe.';
    if (args.includes('--accounts')) return `Backed up ${await accounts(path)} rows to ${place}. ${personal}`;
    const { rows, shows } = await backUpAll(path, dataDir, accounts);
    return `Backed up ${rows} rows and ${shows} shows to ${place}. ${personal}`;
  };
  await withDatabase((database, dataDir) => write(dataDir, (file) => backUp(database, file)), {
    // Nobody else may open the embedded database while a server runs on it, so the server writes the accounts.
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
