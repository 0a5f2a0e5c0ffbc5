import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { Obs } from '#renderer/data/obs/obs.ts';
import { connectToObs } from '#renderer/data/obs/obsClient.ts';
import { defaultObsSettings } from '#shared/contract/obs.ts';
import { freePort } from '#tests/support/freePort.ts';
import type { SoakOptions, SoakResult } from './soak.ts';

const PASSWORD = 'geheim';
const START_LIMIT_MS = 60_000;

const after = (ms: number, task: () => void) => {
  const timer = setTimeout(task, ms);
  return () => clearTimeout(timer);
};

/**
 * Runs the connection to OBS against a real OBS under Xvfb: authentication, scenes, switching, events and a restart.
 * Debian's build of OBS has no browser source, so adding a widget must end with that very sentence. Needs the packages
 * obs-studio and xvfb.
 */
export async function soak({ say }: SoakOptions): Promise<SoakResult> {
  if (spawnSync('which', ['obs', 'Xvfb']).status !== 0) {
    say('obs and Xvfb are not installed (Debian: obs-studio, xvfb)');
    return { passed: false };
  }
  const home = mkdtempSync(join(tmpdir(), 'ringside-obs-'));
  const port = await freePort();
  const display = `:${100 + (process.pid % 800)}`;
  const screen = spawn('Xvfb', [display, '-screen', '0', '1280x800x24'], { stdio: 'ignore' });
  writeConfig(home, port);
  let program = startObs(home, display);
  const failures: string[] = [];
  const expect = (what: string, holds: boolean) => {
    say(`${holds ? 'ok    ' : 'FAILED'} ${what}`);
    if (!holds) failures.push(what);
  };
  try {
    const address = `ws://127.0.0.1:${port}`;
    const tool = openTool();
    await until(async () => {
      await tool.connect(address, PASSWORD);
      return tool.store.getState().phase === 'open';
    });
    const state = () => tool.store.getState();
    expect('connects with the right password', state().phase === 'open');
    const scene = state().view?.current ?? '';
    expect('reads the scene on air', scene !== '' && state().view?.scenes.includes(scene) === true);

    const stranger = openTool();
    await stranger.connect(address, 'wrong');
    expect('tells a wrong password', stranger.store.getState().problem?.code === 'obs.password');
    stranger.stop();

    const client = await connectToObs({
      address,
      password: PASSWORD,
      after,
      onChange: () => undefined,
      onLost: () => undefined,
    });
    await client.request('CreateScene', z.looseObject({}), { sceneName: 'Battle' });
    expect('sees a scene that OBS gets', await until(() => state().view?.scenes.includes('Battle') === true));
    await tool.switchTo('Battle');
    expect('switches the scene on air', state().view?.current === 'Battle');

    const widget = {
      id: 'w',
      name: 'Ranking',
      url: 'http://127.0.0.1:1/',
      file: '',
      width: 1080,
      height: 1920,
      page: { width: 1080, height: 1920 },
      place: null,
    };
    await tool.add(widget, 'Battle');
    expect('tells a build without browser sources', state().problem?.code === 'obs.noBrowserSource');
    client.close();

    await stop(program);
    expect('notices that OBS is closed', await until(() => state().phase === 'waiting'));
    program = startObs(home, display);
    expect('comes back by itself', await until(() => state().phase === 'open'));
    tool.stop();
  } finally {
    await stop(program);
    screen.kill();
    rmSync(home, { recursive: true, force: true });
  }
  return { passed: failures.length === 0, failures };
}

function openTool(): Obs {
  return new Obs({ storage: { load: async () => defaultObsSettings, save: async () => undefined }, after });
}

function writeConfig(home: string, port: number): void {
  const folder = join(home, 'obs-studio');
  mkdirSync(folder, { recursive: true });
  const server = `FirstLoad=false\nServerEnabled=true\nServerPort=${port}\nAuthRequired=true\nServerPassword=${PASSWORD}`;
  writeFileSync(
    join(folder, 'global.ini'),
    `[General]\nFirstRun=true\nEnableAutoUpdates=false\n\n[OBSWebSocket]\n${server}\n`,
  );
}

function startObs(home: string, display: string): ChildProcess {
  return spawn('obs', ['--multi', '--minimize-to-tray'], {
    stdio: 'ignore',
    env: { ...process.env, HOME: home, XDG_CONFIG_HOME: home, DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: '1' },
  });
}

async function stop(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  await new Promise((resolve) => {
    program.once('exit', resolve);
    program.kill('SIGKILL');
  });
}

async function until(holds: () => boolean | Promise<boolean>): Promise<boolean> {
  const end = Date.now() + START_LIMIT_MS;
  while (Date.now() < end) {
    if (await holds()) return true;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return false;
}
