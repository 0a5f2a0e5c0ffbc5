import { Worker } from 'node:worker_threads';
import { lockDatabase } from './lock.ts';
import { makeDatabaseFolder, templateFolder } from './make.ts';
import { EmbeddedStream } from './stream.ts';

export interface EmbeddedDatabase {
  /** A new connection; the one before must be closed. */
  connect(): EmbeddedStream;
  close(): Promise<void>;
}

/**
 * Starts PostgreSQL in a thread on a folder, which it makes if there is none. Rejects when it cannot open;
 * when it ends later by itself, `onEnd` hears why.
 */
export async function startEmbedded(
  folder: string,
  onEnd: (error: Error) => void,
): Promise<EmbeddedDatabase> {
  const unlock = lockDatabase(folder);
  try {
    await makeFolder(folder);
    return await serve(folder, unlock, onEnd);
  } catch (error) {
    unlock();
    throw error;
  }
}

const nothing = () => {};

async function makeFolder(folder: string): Promise<void> {
  // In a thread that ends afterwards, which gives back what making it took of memory.
  await makeDatabaseFolder(folder, templateFolder(), async (fresh) => {
    await (await serve(fresh, nothing, nothing)).close();
  });
}

async function serve(
  folder: string,
  unlock: () => void,
  onEnd: (error: Error) => void,
): Promise<EmbeddedDatabase> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: { folder } });
  let onAnswer: (bytes: Uint8Array) => void = () => {};
  let onGone: (error: Error) => void = () => {};
  let ready = false;
  let closing = false;
  let fault: Error | null = null;
  const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve())).then(() => {
    unlock();
    fault ??= new Error('the embedded database has ended');
    if (closing || !ready) return;
    onGone(fault);
    onEnd(fault);
  });

  await new Promise<void>((resolve, reject) => {
    worker.on('message', (message: unknown) => {
      if (message === 'ready') {
        ready = true;
        resolve();
      } else if (message instanceof Uint8Array) onAnswer(message);
    });
    worker.on('error', (error) => {
      fault = error instanceof Error ? error : new Error(String(error));
      reject(fault);
    });
    worker.once('exit', () => reject(fault ?? new Error('the embedded database did not start')));
  });

  return {
    connect: () =>
      new EmbeddedStream({
        send: (piece) => worker.postMessage(piece),
        listen: (answer, ended) => {
          onAnswer = answer;
          onGone = ended;
          if (fault !== null) ended(fault);
        },
      }),
    close: async () => {
      closing = true;
      worker.postMessage('close');
      await gone;
    },
  };
}
