import { Worker } from 'node:worker_threads';
import { AnswerWatch } from './answerWatch.ts';
import { lockDatabase } from './lock.ts';
import { makeDatabaseFolder, templateFolder } from './make.ts';
import { EmbeddedStream } from './stream.ts';

export interface EmbeddedDatabase {
  /** A new connection; the one before must be closed. */
  connect(): EmbeddedStream;
  close(): Promise<void>;
}

/** A statement that takes longer than this is taken for a database that hangs, and ended with it. */
const ANSWER_WITHIN_MS = 60_000;
const CLOSE_WITHIN_MS = 10_000;

/**
 * Starts PostgreSQL in a thread on a folder, which it makes if there is none. Rejects when it cannot open;
 * when it ends later by itself, `onEnd` hears why.
 */
export async function startEmbedded(
  folder: string,
  onEnd: (error: Error) => void,
  answerWithinMs = ANSWER_WITHIN_MS,
): Promise<EmbeddedDatabase> {
  const unlock = lockDatabase(folder);
  try {
    await makeFolder(folder);
    return await serve({ folder, answerWithinMs, onEnd, onExit: unlock });
  } catch (error) {
    unlock();
    throw error;
  }
}

const nothing = () => {};

async function makeFolder(folder: string): Promise<void> {
  // In a thread that ends afterwards, which gives back what making it took of memory.
  await makeDatabaseFolder(folder, templateFolder(), async (fresh) => {
    const made = await serve({
      folder: fresh,
      answerWithinMs: ANSWER_WITHIN_MS,
      onEnd: nothing,
      onExit: nothing,
    });
    await made.close();
  });
}

interface Serving {
  folder: string;
  answerWithinMs: number;
  onEnd: (error: Error) => void;
  /** Runs once the thread is gone, however it went. */
  onExit: () => void;
}

async function serve({ folder, answerWithinMs, onEnd, onExit }: Serving): Promise<EmbeddedDatabase> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: { folder } });
  let onAnswer: (bytes: Uint8Array) => void = () => {};
  let onGone: (error: Error) => void = () => {};
  let ready = false;
  let closing = false;
  let fault: Error | null = null;
  const watch = new AnswerWatch(answerWithinMs, () => {
    fault = new Error('the embedded database does not answer');
    void worker.terminate();
  });
  const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve())).then(() => {
    watch.stop();
    onExit();
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
      } else if (message instanceof Uint8Array) {
        watch.answered();
        onAnswer(message);
      }
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
        send: (piece) => {
          watch.asked();
          worker.postMessage(piece);
        },
        listen: (answer, ended) => {
          onAnswer = answer;
          onGone = ended;
          if (fault !== null) ended(fault);
        },
      }),
    close: async () => {
      closing = true;
      worker.postMessage('close');
      const stuck = setTimeout(() => void worker.terminate(), CLOSE_WITHIN_MS);
      await gone;
      clearTimeout(stuck);
    },
  };
}
