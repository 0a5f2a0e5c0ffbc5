import { resolve } from 'node:path';
import { backUp } from '../database/backup/backup.ts';
import { withDatabase } from './withDatabase.ts';

/** `npm run backup -- FILE`: writes accounts and everything of theirs to a new file. */
const [file] = process.argv.slice(2);

if (file === undefined || file.startsWith('-')) {
  process.stderr.write('Say where to: npm run backup -- ringside-backup.jsonl.gz\n');
  process.exitCode = 1;
} else {
  await withDatabase(async (database) => {
    const rows = await backUp(database, resolve(file));
    return `Backed up ${rows} rows to ${file}. It holds personal data: keep it safe.`;
  });
}
