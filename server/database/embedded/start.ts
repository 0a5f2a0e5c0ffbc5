import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { compiledFolder } from '../../compileCache.ts';
import { root } from '../../root.ts';
import { removeHost } from './host.ts';
import { DatabaseInUse, EXIT_IN_USE } from './lock.ts';

export interface EmbeddedOptions {
  /** The folder of a database that a new one begins as a copy of; null initialises the new one. */
  template: string | null;
  /** Kills the process. */
  giveUp?: AbortSignal | undefined;
}

export interface EmbeddedDatabase {
  /** The host for `pg`, with PostgreSQL's default port: the folder of a socket. */
  host: string;
  /** Kills a process that does not answer. */
  kill(): void;
  close(): Promise<void>;
}

const CLOSE_WITHIN_MS = 10_000;
const MAX_COMPLAINT = 2000;

/**
 * Starts PGlite on a folder, which it creates if there is none. Rejects when the database cannot be opened, with
 * DatabaseInUse when another process has it. Calls `onEnd` when the process ends later without having been told to.
 *
 * PGlite runs in a process of its own, not in a thread: a crash, even in compiled WebAssembly code, must not end the
 * shows that the server counts.
 */
export async function startEmbedded(
  folder: string,
  onEnd: (error: Error) => void,
  { template, giveUp }: EmbeddedOptions,
): Promise<EmbeddedDatabase> {
  if (!existsSync(folder) && template === null) {
    const initialising = launch([folder], giveUp);
    await initialising.gone;
    if (initialising.child.exitCode !== 0) throw faultOf(initialising, folder);
  }
  giveUp?.throwIfAborted();
  const launched = launch([folder, ...(template === null ? [] : [template])], giveUp);
  const { child } = launched;
  let ready: string | null = null;
  let closing = false;
  const gone = launched.gone.then(() => {
    if (ready === null) return;
    removeHost(ready);
    if (!closing) onEnd(faultOf(launched, folder));
  });
  const host = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => {
      ready = z.string().parse(message);
      resolve(ready);
    });
    void gone.then(() => reject(faultOf(launched, folder)));
  });
  return {
    host,
    kill: () => child.kill('SIGKILL'),
    close: async () => {
      closing = true;
      if (child.connected) child.send('close');
      const stuck = setTimeout(() => child.kill('SIGKILL'), CLOSE_WITHIN_MS);
      await gone;
      clearTimeout(stuck);
    },
  };
}

interface Launched {
  child: ChildProcess;
  /** Returns the last bytes that the process wrote to stderr. */
  complaint(): string;
  /** Resolves once the process has ended, or could not be started. */
  gone: Promise<void>;
}

function launch(args: string[], giveUp: AbortSignal | undefined): Launched {
  const child = fork(join(root, 'server/database/embedded/process.ts'), args, {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // The debug options of the server are not meant for the database.
    execArgv: [],
    env: { NODE_COMPILE_CACHE: compiledFolder, ...process.env, NODE_OPTIONS: '' },
    // The process ignores every other signal.
    killSignal: 'SIGKILL',
    ...(giveUp && { signal: giveUp }),
  });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = `${said}${String(chunk)}`.slice(-MAX_COMPLAINT);
  });
  const gone = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.on('error', (error) => {
      said = error.message;
      // A process that could not be started never closes.
      if (child.pid === undefined) resolve();
    });
  });
  return { child, gone, complaint: () => said.trim() };
}

/** Explains why a process ended without having been told to. */
function faultOf({ child, complaint }: Launched, folder: string): Error {
  if (child.exitCode === EXIT_IN_USE) {
    return new DatabaseInUse(`another Ringside uses the database in ${folder}`);
  }
  const how = child.signalCode ?? (child.exitCode === null ? 'not started' : `exit ${child.exitCode}`);
  const why = complaint();
  return new Error(`the embedded database has ended (${how})${why === '' ? '' : `: ${why}`}`);
}
