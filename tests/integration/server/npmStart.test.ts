import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ensureWebBuild } from '#server/builds.ts';
import { serverEnv, temporaryFolder } from '#tests/support/ringside.ts';
import { until } from '#tests/support/until.ts';

const root = join(import.meta.dirname, '../../..');
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Runs a command in its own process group, which is killed after the test. */
function run(command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv) {
  const child: ChildProcess = spawn(command, args, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const group = child.pid ?? Number.NaN;
  cleanups.push(() => {
    if (groupLives(group)) process.kill(-group, 'SIGKILL');
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += String(chunk);
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, group, output: () => output, ended };
}

/** Whether any process of the group is alive. */
function groupLives(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}

/** The environment without npm's variables, which would make the server treat the test runner as its npm. */
const npmEnv = (dataDir: string, own: Record<string, string> = {}) => {
  const env = serverEnv(dataDir, own);
  for (const name of Object.keys(env)) if (name.startsWith('npm_')) delete env[name];
  return env;
};

describe('npm start', () => {
  const start = async () => {
    const dataDir = temporaryFolder();
    cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }));
    const started = run('npm', ['start'], root, npmEnv(dataDir));
    await until(() => started.output().includes('Ringside is ready'), started.output);
    return started;
  };

  it('leaves no process behind after SIGTERM to npm', async () => {
    const { child, group } = await start();
    child.kill('SIGTERM');
    await until(() => !groupLives(group), 'the processes of npm start to end', 15_000);
  });

  it('leaves no process behind after Ctrl+C, which signals every process of the terminal', async () => {
    const { group } = await start();
    process.kill(-group, 'SIGINT');
    await until(() => !groupLives(group), 'the processes of npm start to end', 15_000);
  });
});

describe('a start without the packages that build the web app', () => {
  /** The project without `dist`, with the packages that `npm ci` installs if NODE_ENV is production. */
  const bareProject = () => {
    const folder = temporaryFolder();
    cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
    for (const part of ['server', 'backstage', 'shared', 'locales', 'renderer', 'overlay', 'package.json']) {
      cpSync(join(root, part), join(folder, part), { recursive: true });
    }
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    for (const [path, { dev }] of Object.entries<{ dev?: boolean }>(lock.packages)) {
      if (path === '' || dev === true || path.split('node_modules/').length > 2) continue;
      mkdirSync(join(folder, path, '..'), { recursive: true });
      symlinkSync(join(root, path), join(folder, path));
    }
    return folder;
  };

  it('exits with a message that names the command to run', async () => {
    const folder = bareProject();
    const env = npmEnv(join(folder, 'data'), { NODE_ENV: 'production' });
    const { ended, output } = run(process.execPath, ['server/start.ts'], folder, env);
    expect(await ended).toBe(1);
    expect(output()).toMatch(/npm ci --include=dev/);
    expect(output()).not.toMatch(/ at .*\.ts:/);
  });

  it('runs the server from its sources if only the web app is built', async () => {
    const folder = bareProject();
    await ensureWebBuild(root, () => undefined);
    for (const part of ['vite.config.ts', 'vite.overlay.config.ts', 'dist/renderer', 'dist/overlay']) {
      cpSync(join(root, part), join(folder, part), { recursive: true });
    }
    const env = npmEnv(join(folder, 'data'), { NODE_ENV: 'production' });
    const { child, ended, output } = run(process.execPath, ['server/start.ts'], folder, env);
    await until(() => output().includes('Ringside is ready'), output);
    expect(existsSync(join(folder, 'dist/server'))).toBe(false);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it('exits with the required version of Node if an older one runs it', async () => {
    const check = readFileSync(join(root, 'server/checkInstall.mjs'), 'utf8').replace(
      'process.versions.node',
      JSON.stringify('20.1.0'),
    );
    const { ended, output } = run(
      process.execPath,
      ['--input-type=module', '-e', check],
      root,
      npmEnv('/tmp/none'),
    );
    expect(await ended).toBe(1);
    expect(output()).toMatch(/needs Node 24.*npm ci --include=dev/);
  });
});
