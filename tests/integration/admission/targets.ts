import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { serverEnv } from '#tests/support/ringside.ts';

const HUB = join(import.meta.dirname, '..', 'overlay-hub', 'child.ts');
const SERVER = join(import.meta.dirname, 'serverChild.ts');

/** A process that listens on loopback, for attacks. */
export interface Target {
  url: string;
  /** A path that answers GET while the process works. */
  ping: string;
  /** A path that accepts upgrades. */
  socketPath: string;
  isAlive(): boolean;
  /** The resident memory in bytes. */
  memory(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts the server for many hosts, composed as by `npm start`. */
export async function startServer(env: Record<string, string> = {}): Promise<Target> {
  const folder = mkdtempSync(join(tmpdir(), 'ringside-admission-'));
  const webDir = join(folder, 'renderer');
  for (const name of ['renderer', 'overlay', 'data']) mkdirSync(join(folder, name));
  for (const name of ['renderer', 'overlay']) {
    writeFileSync(join(folder, name, 'index.html'), '<!doctype html><title>Ringside</title>');
  }
  const child = fork(SERVER, [webDir], {
    env: serverEnv(join(folder, 'data'), { TOOL: 'account', ...env }),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return await targetOf(child, folder, { ping: '/api/health', socketPath: '/backstage' });
}

/** Starts the overlay hub of the desktop app with its backstage. */
export async function startHub(): Promise<Target> {
  const folder = mkdtempSync(join(tmpdir(), 'ringside-admission-'));
  const folders = ['data', 'files', 'pages'].map((name) => join(folder, name));
  for (const each of folders) mkdirSync(each);
  writeFileSync(join(folder, 'pages', 'index.html'), '<!doctype html><title>overlay</title>');
  const child = fork(HUB, folders, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  return await targetOf(child, folder, { ping: '/overlay/', socketPath: '/overlay/socket' });
}

async function targetOf(
  child: ChildProcess,
  folder: string,
  paths: Pick<Target, 'ping' | 'socketPath'>,
): Promise<Target> {
  // Otherwise the child would outlive an aborted test run.
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const gone = once(child, 'exit').then(() => process.off('exit', end));
  const [message] = await once(child, 'message');
  const { url } = z.object({ url: z.string() }).parse(message);
  return {
    url,
    ...paths,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    memory: async () => {
      child.send('memory');
      const [answer] = await once(child, 'message');
      return z.object({ rss: z.number() }).parse(answer).rss;
    },
    stop: async () => {
      if (child.connected) child.disconnect();
      // The hub's process has no data to write.
      if (paths.ping === '/overlay/') child.kill('SIGKILL');
      await gone;
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}
