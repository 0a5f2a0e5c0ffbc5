import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';

/*
 * The checkpoints of all databases of the process, in a thread of their own. A checkpoint copies the write-ahead log
 * into the database and flushes both, which takes some 10 to 100 ms.
 */

const doneSchema = z.object({ id: z.number() });

let worker: Worker | null = null;
let lastId = 0;
const running = new Map<number, () => void>();

/**
 * Copies the log of a database in the other thread. Resolves when it has ended. If it fails, the log stays as it is and
 * grows, which loses nothing: the next checkpoint copies it.
 */
export async function checkpointAside(file: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  lastId += 1;
  running.set(lastId, resolve);
  try {
    worker ??= start();
    // The process may end while the thread waits for work, but not during a checkpoint.
    worker.ref();
    const url = pathToFileURL(file);
    // Without this mode, SQLite would create a file that was moved away meanwhile.
    url.searchParams.set('mode', 'rw');
    worker.postMessage({ id: lastId, href: url.href });
  } catch {
    end(lastId);
  }
  await promise;
}

function start(): Worker {
  // The text of the function is the program of the thread: a file of its own would be missing in bundles.
  const started = new Worker(`(${serve.toString()})()`, { eval: true, name: 'checkpoint' });
  started.on('message', (message: unknown) => end(doneSchema.parse(message).id));
  const lost = () => {
    if (worker === started) worker = null;
    for (const id of [...running.keys()]) end(id);
  };
  started.on('error', lost);
  started.on('exit', lost);
  return started;
}

function end(id: number): void {
  running.get(id)?.();
  running.delete(id);
  if (running.size === 0) worker?.unref();
}

/** Runs in the other thread. It must not use anything outside of its body. */
function serve(): void {
  const { parentPort } = process.getBuiltinModule('node:worker_threads');
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  parentPort?.on('message', ({ id, href }: { id: number; href: string }) => {
    try {
      const db = new DatabaseSync(new URL(href));
      try {
        db.exec('PRAGMA synchronous = FULL; PRAGMA wal_checkpoint(PASSIVE)');
      } finally {
        db.close();
      }
    } catch {
      // The log stays as it is.
    }
    parentPort.postMessage({ id });
  });
}
