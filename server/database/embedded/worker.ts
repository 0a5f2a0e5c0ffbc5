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
      // The answer is a copy of the database's memory already, and can be handed over.
      const answer = await database.execProtocolRaw(message);
      port.postMessage(answer, answer.buffer instanceof ArrayBuffer ? [answer.buffer] : []);
    }
  };
  port.on('message', (message: unknown) => {
    work = work.then(() => serve(message));
  });
  port.postMessage('ready');
}

await run();
