import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';

/**
 * How many files are flushed at the same time. The file system merges flushes that run together. One of libuv's four
 * threads stays free, so that unzipping a frame never waits for the disk.
 */
const MOST_AT_ONCE = 3;

let flushing = 0;
const waiting: (() => void)[] = [];

/** Runs `work` when a turn is free. All shows of the process share the turns, first come, first served. */
async function inTurn(work: () => Promise<void>): Promise<void> {
  if (flushing < MOST_AT_ONCE) flushing += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) flushing -= 1;
    else next();
  }
}

/**
 * Flushes the write-ahead log of a database to the disk without blocking the event loop. SQLite writes with
 * `synchronous=NORMAL`, so a commit is in the log file but not yet on the disk. `flush` makes all commits before the
 * call durable.
 */
export class WalFlush {
  readonly #file: string;
  #handle: Promise<FileHandle> | null = null;
  #last: Promise<unknown> = Promise.resolve();

  /** `file` is the path of the database. */
  constructor(file: string) {
    this.#file = file;
  }

  /** @throws the file system's error. Then it is unknown which commits since the last flush are durable. */
  flush(): Promise<void> {
    const flushed = inTurn(async () => {
      this.#handle ??= openLog(this.#file);
      const handle = await this.#handle.catch((error: unknown) => {
        this.#handle = null;
        throw error;
      });
      await handle.datasync();
    });
    this.#last = flushed.catch(() => {});
    return flushed;
  }

  /** Closes the log file after the last flush: a number of a closed file may belong to another file at once. */
  async close(): Promise<void> {
    await this.#last;
    const handle = this.#handle;
    this.#handle = null;
    await handle?.then((opened) => opened.close()).catch(() => {});
  }
}

/** Opens the write-ahead log, whose name must survive a power cut, too. */
async function openLog(file: string): Promise<FileHandle> {
  const handle = await open(`${file}-wal`, 'r+');
  for (const folder of [dirname(file), dirname(dirname(file))]) await flushFolder(folder);
  return handle;
}

/** Flushes the names in a folder. Ignores errors like SQLite does: not every file system can flush a folder. */
async function flushFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch {
    // The file system keeps names in its own way.
  }
}

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
