import { explainDatabase } from '../keeper.ts';
import { type Database, type DatabaseOptions, openDatabase } from '../open.ts';
import { BackupError } from './backup.ts';

/** Opens a database, runs `work` and closes it. Throws a BackupError that says why it cannot be opened. */
export async function onDatabase<T>(
  options: DatabaseOptions,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(options).catch((error: unknown) => {
    throw new BackupError(explainDatabase(error, options));
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
