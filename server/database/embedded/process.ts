import { existsSync } from 'node:fs';
import { Socket } from 'node:net';
import { PGlite } from '@electric-sql/pglite';
import { EXIT_IN_USE, emptyFrame, FrameReader, frame, LINK_FD } from './link.ts';
import { DatabaseInUse, lockDatabase } from './lock.ts';
import { copyDatabase, setUpDatabase } from './make.ts';

/**
 * The process of the embedded database: `process.ts FOLDER [TEMPLATE]`. On a folder that is there, or can be copied
 * from a template, it serves until it is told to close or the server is gone. One that has to be set up it sets up, and
 * ends, because that takes memory that only the end of a process gives back.
 */

/** What PGlite starts with, but commits reach the disk before they are answered, and memory stays small. */
const startParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'shared_buffers=32MB',
];

const open = (dataDir: string) => PGlite.create({ dataDir, startParams });

/** Sets a database up in an empty folder. */
async function create(folder: string): Promise<void> {
  const database = await open(folder);
  // What other databases would be made from. There is one here, and these are two thirds of its files.
  await database.query("update pg_database set datistemplate = false where datname like 'template_'");
  for (const unused of ['template0', 'template1']) await database.query(`drop database ${unused}`);
  await database.close();
}

async function run(folder: string, template: string): Promise<void> {
  const link = new Socket({ fd: LINK_FD, readable: true, writable: true });
  // Without a server there is nothing to do: what has not been answered was not promised, and the database is safe
  // against the end of its process at any time.
  const end = () => process.exit(0);
  link.on('error', end);
  link.on('end', end);
  const unlock = lockDatabase(folder);
  if (!existsSync(folder) && existsSync(template)) await copyDatabase(template, folder);
  if (existsSync(folder)) {
    await serve(folder, link);
    link.off('end', end);
  } else {
    link.resume();
    await setUpDatabase(folder, create);
  }
  unlock();
  link.end();
}

async function serve(folder: string, link: Socket): Promise<void> {
  const database = await open(folder);
  const reader = new FrameReader();
  await new Promise<void>((resolve, reject) => {
    let work = Promise.resolve();
    const answer = async (bytes: Buffer) => {
      if (bytes.length > 0) link.write(frame(await database.execProtocolRaw(bytes)));
      else await database.close().then(resolve);
    };
    link.on('data', (chunk: Buffer) => {
      for (const bytes of reader.push(chunk)) work = work.then(() => answer(bytes)).catch(reject);
    });
    link.write(emptyFrame());
  });
}

// Ctrl+C and the end of a service reach every process of it; the server says itself when the database may go.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

try {
  const [folder = '', template = ''] = process.argv.slice(2);
  await run(folder, template);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(error instanceof DatabaseInUse ? EXIT_IN_USE : 1);
}
