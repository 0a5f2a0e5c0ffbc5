import { resolve } from 'node:path';
import '../leanImports.ts';

/** `npm run restore -- FILE [--replace]`: puts a backup into an empty database, or in place of everything. */
const args = process.argv.slice(2);
const [file] = args.filter((arg) => !arg.startsWith('--'));

if (file === undefined) {
  process.stderr.write('Say which backup: npm run restore -- ringside-backup.jsonl.gz [--replace]\n');
  process.exitCode = 1;
} else {
  const { restore } = await import('../database/backup/restore.ts');
  const { withDatabase } = await import('./withDatabase.ts');
  await withDatabase(async (database) => {
    const rows = await restore(database, resolve(file), { replace: args.includes('--replace') });
    return `Restored ${rows} rows. Everybody has to sign in again.`;
  });
}
