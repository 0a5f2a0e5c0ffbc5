import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import { endsWithParent } from '#tests/support/endWithParent.ts';
import { serverEnv } from '#tests/support/ringside.ts';

interface ServerProcess {
  url: string;
  pid: number;
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Kills the server and the process of its database at once. */
  killAll(): Promise<void>;
}

const ROOT = join(import.meta.dirname, '../../../..');

export const ADMIN = { email: 'admin@ringside.example', password: 'Keep_1_safe' };

/** Runs `accountsServer.ts` in a child process and waits until it listens. */
export async function startProcess(
  dataDir: string,
  env: Record<string, string> = {},
): Promise<ServerProcess> {
  const child: ChildProcess = spawn(
    'node',
    [...endsWithParent.args, join(import.meta.dirname, 'accountsServer.ts')],
    {
      cwd: ROOT,
      env: serverEnv(dataDir, { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, ...env }),
      stdio: ['ignore', 'pipe', 'pipe'],
      // In its own process group, so that it can be killed together with its database.
      detached: true,
    },
  );
  const gone = once(child, 'exit');
  // Otherwise the child would outlive an aborted test run.
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  let output = '';
  let errors = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      errors += String(chunk);
    });
    child.stdout?.on('data', (chunk: Buffer) => {
      output += String(chunk);
      if (output.includes('\n')) resolve(z.object({ url: z.string() }).parse(JSON.parse(output)).url);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${errors}`)));
  });
  return {
    url,
    pid: child.pid ?? 0,
    kill: async (signal) => {
      child.kill(signal);
      await gone;
    },
    killAll: async () => {
      process.kill(-(child.pid ?? Number.NaN), 'SIGKILL');
      await gone;
    },
  };
}
