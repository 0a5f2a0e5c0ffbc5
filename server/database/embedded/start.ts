import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { compileCacheFolder } from '../../compileCache.ts';
import { root } from '../../root.ts';
import { removeHost } from './host.ts';
import { DatabaseInUse, EXIT_IN_USE } from './lock.ts';

interface EmbeddedOptions {
  /** The folder of the template that a new database is copied from; null initialises a new database. */
  template: string | null;
  /** Kills the process when it is aborted. */
  signal?: AbortSignal | undefined;
}

interface EmbeddedDatabase {
  /** The host for `pg`: the folder of the socket. The port is PostgreSQL's default. */
  host: string;
  /** Resolves when the process has ended. */
  ended: Promise<void>;
  /** Kills a process that does not answer. */
  kill(): void;
  close(): Promise<void>;
}

const CLOSE_WITHIN_MS = 10_000;
const MAX_STDERR_CHARACTERS = 2000;

/**
 * Starts PGlite on a folder, and creates the folder if it does not exist. Rejects if the database cannot be opened,
 * with DatabaseInUse if another process uses it. Calls `onEnd` if the process ends later without a request.
 *
 * PGlite runs in a child process, not in a thread: a crash, even in WebAssembly code, must not end the server's shows.
 */
export async function startEmbedded(
  folder: string,
  onEnd: (error: Error) => void,
  { template, signal }: EmbeddedOptions,
): Promise<EmbeddedDatabase> {
  if (!existsSync(folder) && template === null) {
    const initialising = launch([folder], signal);
    await initialising.exited;
    if (initialising.child.exitCode !== 0) throw exitError(initialising, folder);
  }
  signal?.throwIfAborted();
  const launched = launch([folder, ...(template === null ? [] : [template])], signal);
  const { child } = launched;
  let ready: string | null = null;
  let closing = false;
  const exited = launched.exited.then(() => {
    if (ready === null) return;
    removeHost(ready);
    if (!closing) onEnd(exitError(launched, folder));
  });
  const host = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => {
      ready = z.string().parse(message);
      resolve(ready);
    });
    void exited.then(() => reject(exitError(launched, folder)));
  });
  return {
    host,
    ended: exited,
    kill: () => child.kill('SIGKILL'),
    close: async () => {
      closing = true;
      if (child.connected) child.send('close');
      const timeout = setTimeout(() => child.kill('SIGKILL'), CLOSE_WITHIN_MS);
      await exited;
      clearTimeout(timeout);
    },
  };
}

interface Launched {
  child: ChildProcess;
  /** Returns the end of what the process wrote to stderr. */
  stderr(): string;
  /** Resolves when the process has exited or could not be started. */
  exited: Promise<void>;
}

function launch(args: string[], signal: AbortSignal | undefined): Launched {
  const child = fork(join(root, 'server/database/embedded/process.ts'), args, {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // Instead of the server's debug options. V8's optimising compiler would make no statement faster, but takes seconds
    // of processor time after each start, also for a process that has ended by then.
    execArgv: ['--liftoff-only'],
    env: { NODE_COMPILE_CACHE: compileCacheFolder, ...process.env, NODE_OPTIONS: '' },
    // The process ignores all other signals.
    killSignal: 'SIGKILL',
    signal,
  });
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr = `${stderr}${String(chunk)}`.slice(-MAX_STDERR_CHARACTERS);
  });
  const exited = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.on('error', (error) => {
      stderr = error.message;
      // A process that could not be started emits no `close`.
      if (child.pid === undefined) resolve();
    });
  });
  return { child, exited, stderr: () => stderr.trim() };
}

/** Describes why a process exited without a request. */
function exitError({ child, stderr }: Launched, folder: string): Error {
  if (child.exitCode === EXIT_IN_USE) {
    return new DatabaseInUse(`another Ringside is using the database in ${folder}`);
  }
  const how = child.signalCode ?? (child.exitCode === null ? 'not started' : `exit ${child.exitCode}`);
  const output = stderr();
  return new Error(`the embedded database has ended (${how})${output === '' ? '' : `: ${output}`}`);
}
