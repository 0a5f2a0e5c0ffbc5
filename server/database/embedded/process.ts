import { chmodSync, cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { makeHost, removeHost, socketIn } from './host.ts';
import { DatabaseInUse, EXIT_IN_USE, lockDatabase } from './lock.ts';

/**
 * The process of the embedded database: `process.ts FOLDER [TEMPLATE]`, forked by the server.
 *
 * If FOLDER does not exist, it is copied from TEMPLATE. Without a template, the process initialises FOLDER and exits:
 * only process exit releases the memory that initialisation takes. Otherwise it serves PostgreSQL's protocol on a
 * socket, sends the socket's host, and closes the database when the server sends 'close'.
 */

/** PGlite's default parameters, except that a commit is on disk before it is answered, and less memory is reserved. */
const startParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'shared_buffers=32MB',
];

/**
 * The server uses one connection. Further ones cover a broken connection that is still open while its successor
 * connects.
 */
const MAX_CONNECTIONS = 10;

const open = (dataDir: string) => PGlite.create({ dataDir, startParams });

/** Fills a new folder under a temporary name and renames it, so that a kill leaves no incomplete database. */
async function makeFolder(folder: string, fill: (fresh: string) => unknown): Promise<void> {
  const fresh = `${folder}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true, mode: 0o700 });
  await fill(fresh);
  // A copy has the permissions of its template.
  chmodSync(fresh, 0o700);
  renameSync(fresh, folder);
}

async function initialise(folder: string): Promise<void> {
  const database = await open(folder);
  // Delete the template databases: they are two thirds of the files, and nobody creates another database here.
  await database.query("update pg_database set datistemplate = false where datname like 'template_'");
  for (const unused of ['template0', 'template1']) await database.query(`drop database ${unused}`);
  await database.close();
}

async function serve(folder: string): Promise<void> {
  const host = makeHost(folder);
  // Remove the socket here, because the server may be gone.
  process.on('exit', () => removeHost(host));
  const db = await open(folder);
  const server = new PGLiteSocketServer({ db, path: socketIn(host), maxConnections: MAX_CONNECTIONS });
  await server.start();
  await new Promise<void>((resolve) => {
    process.on('message', (message) => {
      if (message === 'close') resolve();
    });
    process.send?.(host);
  });
  await server.stop();
  await db.close();
}

const [folder = '', template = ''] = process.argv.slice(2);

// Exit if the server is gone. Unanswered statements may be lost, and the database survives a kill at any moment.
process.on('disconnect', () => process.exit(0));
// The server may have gone before this module was loaded.
if (!process.connected) process.exit(0);
// Ignore signals: Ctrl+C reaches every process of the terminal. The server sends 'close' when the database may close.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

try {
  const unlock = lockDatabase(folder);
  if (!existsSync(folder) && existsSync(template)) {
    await makeFolder(folder, (fresh) => cpSync(template, fresh, { recursive: true }));
  }
  if (existsSync(folder)) await serve(folder);
  else await makeFolder(folder, initialise);
  unlock();
  process.exit(0);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(error instanceof DatabaseInUse ? EXIT_IN_USE : 1);
}
