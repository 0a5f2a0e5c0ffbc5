import { resolve } from 'node:path';
import '../leanImports.ts';

/** `npm run backup -- FILE`: writes accounts and everything of theirs to a new file. */
const [file] = process.argv.slice(2);

if (file === undefined || file.startsWith('-')) {
  process.stderr.write('Say where to: npm run backup -- ringside-backup.jsonl.gz\n');
  process.exitCode = 1;
} else {
  const { askForBackup } = await import('../control/ask.ts');
  const { backUp } = await import('../database/backup/backup.ts');
  const { withDatabase } = await import('./withDatabase.ts');
  const path = resolve(file);
  const done = (rows: number) => `Backed up ${rows} rows to ${file}. It holds personal data: keep it safe.`;
  await withDatabase(async (database) => done(await backUp(database, path)), {
    // Nobody else may open the embedded database while a server runs on it, so the server does it.
    running: async (dataDir) => {
      const rows = await askForBackup(dataDir, path);
      return rows === null ? null : done(rows);
    },
  });
}
