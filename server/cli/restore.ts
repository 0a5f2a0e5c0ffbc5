import { join, resolve } from 'node:path';
import { startCompileCache } from '../compileCache.ts';

/**
 * `npm run restore -- BACKUP [--replace]`: restores a backup into an empty data folder and database. With `--replace`
 * it deletes existing data. A backup that is a file has only the database.
 */
const args = process.argv.slice(2);
const [source] = args.filter((arg) => !arg.startsWith('--'));

if (source === undefined) {
  process.stderr.write('Name the backup to restore: npm run restore -- BACKUP [--replace]\n');
  process.exitCode = 1;
} else {
  startCompileCache();
  const { ACCOUNTS, DATA, isWhole, restoreData } = await import('../backup/wholeBackup.ts');
  const { restore } = await import('../database/backup/restore.ts');
  const { withDatabase } = await import('./withDatabase.ts');
  const path = resolve(source);
  const options = { replace: args.includes('--replace') };
  await withDatabase(async (database, dataDir) => {
    if (!isWhole(path)) {
      return `Restored ${await restore(database, path, options)} rows. Everybody has to sign in again.`;
    }
    const rows = await restoreData(dataDir, join(path, DATA), options, () =>
      restore(database, join(path, ACCOUNTS), options),
    );
    return `Restored ${rows} rows and the data folder. Everybody has to sign in again.`;
  });
}
