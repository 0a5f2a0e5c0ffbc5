import { startCompileCache } from '../compileCache.ts';
import { ConfigError, readConfig } from '../config.ts';
import { BackupError } from '../database/backup/backup.ts';

/**
 * `npm run move`: copies everything of this machine to the PostgreSQL in DATABASE_URL. The server must be stopped, and
 * nothing on this machine is deleted. With NODE_ID it also copies the newest show and the files of every host, so that
 * any server of the cluster can continue them, and with RECORDINGS_URL the past shows. `--replace` first deletes the
 * accounts in the database. `--keep` copies no accounts, because they are there already.
 */
const replace = process.argv.includes('--replace');
const keep = process.argv.includes('--keep');

try {
  const config = readConfig(process.env, process.cwd());
  startCompileCache();
  const { moveAccounts, moveHosts } = await import('../backup/move.ts');
  if (!keep) {
    const rows = await moveAccounts(config, { replace });
    process.stdout.write(`Copied ${rows} rows of accounts. Everybody has to sign in again.\n`);
  } else if (config.node === null)
    throw new BackupError('--keep needs NODE_ID: there is nothing else to copy.');
  if (config.node !== null) {
    const { hosts, pastShows } = await moveHosts(config, config.node);
    process.stdout.write(`Copied the newest show and the files of ${hosts} hosts.\n`);
    process.stdout.write(
      pastShows === null
        ? 'Past shows stay on this server, because RECORDINGS_URL is not set.\n'
        : `Copied ${pastShows} past shows to RECORDINGS_URL.\n`,
    );
  }
} catch (error) {
  if (!(error instanceof BackupError || error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
