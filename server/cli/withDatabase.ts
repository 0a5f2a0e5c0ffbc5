import { join } from 'node:path';
import { ConfigError, readConfig } from '../config.ts';
import { BackupError } from '../database/backup/backup.ts';
import { onDatabase } from '../database/backup/onDatabase.ts';
import type { Database } from '../database/open.ts';

/**
 * Opens the configured database, runs `work` and prints its result. If that fails, prints the reason and exits with 1.
 * For the embedded database it first tries `running`, which asks a running server to do the work; null means that none
 * runs.
 */
export async function withDatabase(
  work: (database: Database, dataDir: string) => Promise<string>,
  { running }: { running?: (dataDir: string) => Promise<string | null> } = {},
): Promise<void> {
  const say = (line: string) => process.stderr.write(`${line}\n`);
  try {
    const config = readConfig(process.env, process.cwd());
    const location = { url: config.accounts.databaseUrl, folder: join(config.dataDir, 'database') };
    const result = location.url === null ? await running?.(config.dataDir) : null;
    if (typeof result === 'string') {
      process.stdout.write(`${result}\n`);
      return;
    }
    const said = await onDatabase(location, (database) => work(database, config.dataDir));
    process.stdout.write(`${said}\n`);
  } catch (error) {
    if (!(error instanceof BackupError || error instanceof ConfigError)) throw error;
    say(error.message);
    process.exitCode = 1;
  }
}
