import { join } from 'node:path';
import type { Browser } from 'playwright';
import type { CallArgs, CallName, CallResult } from '#shared/contract/backstage.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from '#tests/simulator/simulator.ts';
import { hasDatabases, newDatabase } from './databases.ts';
import { type RunningRingside, startRingside, temporaryFolder } from './ringside.ts';
import { joinAsScreen } from './screenClient.ts';
import { ToolPage, type ToolPageOptions } from './toolPage.ts';
import { startWarm } from './warmServer.ts';

/** A simulated platform with Ringside and its windows, for one test. */
export interface OnAir {
  simulator: Simulator;
  /** Opens a window on the show. */
  open(options?: ToolPageOptions): Promise<ToolPage>;
  /** Connects to a room and chooses a preset with one anchor for each of the simulator's performers. */
  prepare(username: string): Promise<void>;
  /** Calls the backstage: on the web over its own socket, on the desktop through the window. */
  call<N extends CallName>(name: N, args: CallArgs<N>): Promise<CallResult<N>>;
  /** Kills Ringside and starts it again on the same data. */
  killAndRestart(): Promise<void>;
  /** The folder of the profile of the room pages' browser. */
  readonly pageProfile: string;
  close(): Promise<void>;
}

/** On the web there is also a server, and several windows can be open. */
export interface OnAirWeb extends OnAir {
  ringside: RunningRingside;
  /** Runs `meanwhile` while the server is down. */
  killAndRestart(meanwhile?: () => Promise<void>): Promise<void>;
}

/** Starts a simulated platform and a Ringside server that uses it. */
export async function goOnAir(
  browser: Browser,
  options: SimulatorOptions = {},
  variables: Record<string, string> = {},
): Promise<OnAirWeb> {
  const simulator = await startSimulator(options);
  const dataDir = temporaryFolder();
  // The warm process has an environment of its own, in which it would look for variables such as DISPLAY.
  const isWarm = Object.keys(variables).length === 0 && hasDatabases();
  const env = {
    ...variables,
    LIVE_WEB_URL: simulator.webUrl,
    LIVE_WS_URL: simulator.wsUrl,
    ...(isWarm && { DATABASE_URL: await newDatabase() }),
  };
  let ringside = await (isWarm ? startWarm : startRingside)({ dataDir, env });
  const pages: ToolPage[] = [];
  return {
    simulator,
    pageProfile: join(dataDir, 'platform-pages'),
    get ringside() {
      return ringside;
    },
    open: async (pageOptions) => {
      const page = await ToolPage.open(browser, ringside.url, pageOptions);
      pages.push(page);
      return page;
    },
    prepare: (username) => prepareShow(ringside.url, simulator, username),
    call: async (name, args) => {
      const screen = await joinAsScreen(ringside.url);
      try {
        return await screen.call(name, args);
      } finally {
        screen.close();
      }
    },
    killAndRestart: async (meanwhile) => {
      const port = new URL(ringside.url).port;
      await ringside.kill('SIGKILL');
      await meanwhile?.();
      ringside = await startRingside({ dataDir, env: { ...env, PORT: port } });
    },
    close: async () => {
      for (const page of pages) await page.close();
      await ringside.stop();
      await simulator.close();
    },
  };
}

/** Connects to the room, and saves and chooses the preset of `presetOf`, without the editor. */
export async function prepareShow(url: string, simulator: Simulator, username: string): Promise<void> {
  const screen = await joinAsScreen(url);
  const { preset } = await screen.call('presets.save', { preset: presetOf(simulator) });
  await screen.call('room.open', { username, lineId: 'line1' });
  await screen.push((push) => push.push === 'connection' && push.connection.phase === 'live');
  await screen.call('session.choosePreset', { presetId: preset.id });
  screen.close();
}

/** A preset with one anchor for each of the simulator's performers and their gifts. */
export function presetOf(simulator: Simulator) {
  const anchors = simulator.anchors.map((anchor, index) => ({
    id: `a${index + 1}`,
    nickname: anchor.nickname,
    username: anchor.username,
    userId: anchor.id,
    gift: { ids: [anchor.gift.id] },
  }));
  return { name: 'Team', anchors };
}
