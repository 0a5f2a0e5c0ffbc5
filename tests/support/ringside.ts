import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compiledFolder } from '#server/compileCache.ts';

const root = join(import.meta.dirname, '..', '..');

export interface RunningRingside {
  /** The address that the server printed, with a slash at the end. */
  url: string;
  process: ChildProcess;
  dataDir: string;
  output(): string;
  /** Ends it with a signal and waits until it is gone. The data folder stays. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Ends it kindly and removes the data folder. */
  stop(): Promise<void>;
}

/** An empty folder for one test's data. */
export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'ringside-test-'));
}

/** The environment of a server in a process of its own; even the module that begins it is found compiled. */
export const serverEnv = (dataDir: string, own: Record<string, string> = {}): NodeJS.ProcessEnv => ({
  NODE_COMPILE_CACHE: compiledFolder,
  ...process.env,
  PORT: '0',
  HOST: '127.0.0.1',
  DATA_DIR: dataDir,
  ...own,
});

/** Runs the very server that `npm start` runs, on a free port, with its own data folder. */
export async function startRingside(
  options: { dataDir?: string; env?: Record<string, string> } = {},
): Promise<RunningRingside> {
  const dataDir = options.dataDir ?? temporaryFolder();
  const child = spawn('node', [join(root, 'server', 'start.ts')], {
    cwd: root,
    env: serverEnv(dataDir, options.env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // It would outlive a test run that is stopped.
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
      // A database whose server was killed is still on its way out.
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}
