import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { z } from 'zod';

/**
 * Runs PostgreSQL inside a thread of its own: neither a long query, nor the disk, nor a crash of it delays
 * the show that the main thread counts. Bytes of PostgreSQL's wire protocol come in, and go out.
 */
const { folder } = z.object({ folder: z.string() }).parse(workerData);

/** What PGlite starts with, but commits reach the disk before they are answered, and memory stays small. */
const startParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'shared_buffers=32MB',
];

async function run(): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('the embedded database must run in a worker thread');
  const database = await PGlite.create({ dataDir: folder, startParams });
  let work = Promise.resolve();
  const serve = async (message: unknown) => {
    if (message === 'close') {
      await database.close();
      port.close();
    } else if (message instanceof Uint8Array) {
      const answer = await database.execProtocolRaw(message);
      // A copy, because the answer's memory belongs to the database, which goes on to use it.
      const copy = Uint8Array.from(answer);
      port.postMessage(copy, [copy.buffer]);
    }
  };
  port.on('message', (message: unknown) => {
    work = work.then(() => serve(message));
  });
  port.postMessage('ready');
}

await run();
