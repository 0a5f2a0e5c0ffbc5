import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureWebBuild } from './builds.ts';
import { readConfig } from './config.ts';
import { explain } from './explain.ts';
import { catchFaults } from './hosting/faultBoundary.ts';
import { root } from './root.ts';
import { type RunningServer, runServer } from './run.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Runs the server until a signal stops it. If the start fails, prints the reason and exits with code 1. */
export async function start({ loaded }: { loaded: () => void }): Promise<void> {
  outliveReaders();
  const lifetime = new Lifetime();
  try {
    const config = readConfig(process.env, process.cwd());
    const web = await ensureWebBuild(root, say);
    keepFilesPrivate(config.dataDir);
    const run = () => runServer({ config, ...web, say });
    const server = await run();
    loaded();
    lifetime.serve(server, run);

    say(`Ringside is ready: ${server.url}`);
    say(
      `Shows are stored in ${config.dataDir}. Ctrl+C stops Ringside. The next start resumes a running show.`,
    );
    const once = await server.once;
    if (once !== null) {
      // Browsers do not send the part after #, so it appears in no log of a server or proxy.
      const link = `${server.url}login?redirect=%2Ftool#once=${once}`;
      say(`Sign in as ${config.accounts.adminEmail} without a password, once: ${link}`);
    }
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  }
}

/**
 * Ignores the errors of output that nobody reads any more, for example because the other program of a pipe has ended.
 * Each such error would be printed, which causes the next one.
 */
function outliveReaders(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
}

/** A fault restarts the server only if it has run for this time (ms). A younger one would fail again. */
const RESTART_AFTER_MS = 60_000;
/** The time (ms) that a server may take to close after a fault. */
const CLOSE_WITHIN_MS = 10_000;

/**
 * Stops the process on request: at once during the start, later after an orderly close. A fault outside of all
 * backstages closes the server and starts it again in this process, with all running shows.
 */
class Lifetime {
  #server: RunningServer | null = null;
  #run: () => Promise<RunningServer> = () => Promise.reject(new Error('the server has not started'));
  #startedAt = 0;
  #stopping = false;

  constructor() {
    onStopRequest((how) => this.#stop(how));
    catchFaults((error) => void this.#restart(error));
  }

  serve(server: RunningServer, run: () => Promise<RunningServer>): void {
    this.#server = server;
    this.#run = run;
    this.#startedAt = performance.now();
  }

  #stop(how: 'signal' | 'npmEnded'): void {
    if (this.#stopping) {
      // A second signal skips the orderly close. Committed data is safe.
      if (how === 'signal') process.exit(1);
      return;
    }
    this.#stopping = true;
    // A start can be interrupted at any moment without losing data.
    if (this.#server === null) process.exit(0);
    void this.#server.close().then(() => process.exit(0));
  }

  async #restart(error: unknown): Promise<void> {
    process.stderr.write(`${explain(error)}\n`);
    // A connection without an error listener broke. That needs no restart.
    if (error instanceof Error && 'syscall' in error && this.#server !== null) return;
    const server = this.#server;
    if (server === null || performance.now() - this.#startedAt < RESTART_AFTER_MS) process.exit(1);
    if (this.#stopping) return;
    this.#startedAt = performance.now();
    say('Ringside restarts because of a fault. Running shows resume.');
    try {
      await closeWithin(CLOSE_WITHIN_MS, server);
      this.serve(await this.#run(), this.#run);
    } catch (failure) {
      process.stderr.write(`${explain(failure)}\n`);
      process.exit(1);
    }
  }
}

/** Closes the server. Rejects after `ms`: two servers must never share a data folder. */
async function closeWithin(ms: number, server: RunningServer): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the server did not close in time')), ms);
  });
  await Promise.race([server.close(), late]);
  clearTimeout(timer);
}

/** The interval (ms) of checking whether npm still runs. */
const CHECK_EVERY_MS = 250;

/**
 * Calls `stop` on SIGINT, on SIGTERM, and when the `npm start` that started this process ends. npm passes a signal to
 * its shell only, and the shell ends without passing the signal on.
 */
function onStopRequest(stop: (how: 'signal' | 'npmEnded') => void): void {
  process.on('SIGINT', () => stop('signal'));
  process.on('SIGTERM', () => stop('signal'));
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(check);
    stop('npmEnded');
  }, CHECK_EVERY_MS).unref();
}

/** The permission bits of group and others. */
const OTHERS = 0o077;

/**
 * Removes the access of other users to the data folder, and to all files that this process writes later. On Windows,
 * which has no such modes, the folder keeps its access rules.
 */
export function keepFilesPrivate(dataDir: string): void {
  process.umask(OTHERS);
  if (process.platform !== 'win32') close(dataDir);
}

function close(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  // Do not follow links: their targets are outside the data folder.
  if (stats === undefined || !(stats.isFile() || stats.isDirectory())) return;
  if ((stats.mode & OTHERS) !== 0) {
    try {
      chmodSync(path, stats.mode & 0o7700);
    } catch {
      // The file belongs to another user, who may have opened it on purpose.
    }
  }
  if (!stats.isDirectory()) return;
  let names: string[] = [];
  try {
    names = readdirSync(path);
  } catch {
    return;
  }
  for (const name of names) close(join(path, name));
}
