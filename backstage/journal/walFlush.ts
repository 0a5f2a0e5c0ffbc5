import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * How many files are flushed at the same time. The file system merges flushes that run together. One of libuv's four
 * threads stays free, so that unzipping a frame never waits for the disk.
 */
const MOST_AT_ONCE = 3;

let running = 0;
const waiting: (() => void)[] = [];

/** Runs `work` when a turn is free. All shows of the process share the turns, first come, first served. */
async function inTurn(work: () => Promise<void>): Promise<void> {
  if (running < MOST_AT_ONCE) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
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
