import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileCacheFolder } from '#server/compileCache.ts';
import { endsWithParent } from './endWithParent.ts';

const root = join(import.meta.dirname, '..', '..');

export interface RunningRingside {
  /** The address that the server printed, with a slash at the end. */
  url: string;
  process: ChildProcess;
  dataDir: string;
  output(): string;
  /** Sends a signal and waits for the exit. Keeps the data folder. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Stops the server with SIGTERM and deletes the data folder. */
  stop(): Promise<void>;
}

/** An empty folder for one test's data. */
export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'ringside-test-'));
}

/** The environment of a server process. The compile cache also covers its first module. */
export const serverEnv = (dataDir: string, own: Record<string, string> = {}): NodeJS.ProcessEnv => ({
  NODE_COMPILE_CACHE: compileCacheFolder,
  ...process.env,
  ...endsWithParent.env,
  PORT: '0',
  HOST: '127.0.0.1',
  DATA_DIR: dataDir,
  ...own,
});

/**
 * Starts the server of `npm start` on a free port with its own data folder. `project` is the folder of another version.
 */
export async function startRingside(
  options: { dataDir?: string; env?: Record<string, string>; project?: string } = {},
): Promise<RunningRingside> {
  const { dataDir = temporaryFolder(), project = root } = options;
  const child = spawn('node', [...endsWithParent.args, join(project, 'server', 'start.ts')], {
    cwd: project,
    env: serverEnv(dataDir, options.env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Stop the server if the test run is aborted.
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  let output = '';
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += String(chunk);
      const match = /Ringside is ready: (\S+)/.exec(output);
      if (match?.[1] !== undefined) resolve(match[1]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) =>
      reject(new Error(`Ringside ended with ${code} before it was ready:\n${output}`)),
    );
  });
  const kill = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await gone;
  };
  return {
    url,
    process: child,
    dataDir,
    output: () => output,
    kill,
    stop: async () => {
      await kill('SIGTERM');
      // The database of a killed server may need time to exit.
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}
