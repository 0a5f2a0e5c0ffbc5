import type { Browser } from 'playwright';
import { type Simulator, type SimulatorOptions, startSimulator } from '#tests/simulator/simulator.ts';
import { type RunningRingside, startRingside, temporaryFolder } from './ringside.ts';
import { joinAsScreen } from './screenClient.ts';
import { ToolPage, type ToolPageOptions } from './toolPage.ts';

export interface OnAir {
  simulator: Simulator;
  ringside: RunningRingside;
  /** Opens another browser window on the same show. */
  open(options?: ToolPageOptions): Promise<ToolPage>;
  /** Kills Ringside and starts it again on the same port and data. */
  killAndRestart(): Promise<void>;
  close(): Promise<void>;
}

/** A whole chain of its own for one test: a platform, a Ringside that is pointed at it, and browser windows. */
export async function goOnAir(browser: Browser, options: SimulatorOptions = {}): Promise<OnAir> {
  const simulator = await startSimulator(options);
  const dataDir = temporaryFolder();
  const env = { LIVE_WEB_URL: simulator.webUrl, LIVE_WS_URL: simulator.wsUrl };
  let ringside = await startRingside({ dataDir, env });
  const pages: ToolPage[] = [];
  return {
    simulator,
    get ringside() {
      return ringside;
    },
    open: async (pageOptions) => {
      const page = await ToolPage.open(browser, ringside.url, pageOptions);
      pages.push(page);
      return page;
    },
    killAndRestart: async () => {
      const port = new URL(ringside.url).port;
      await ringside.kill('SIGKILL');
      ringside = await startRingside({ dataDir, env: { ...env, PORT: port } });
    },
    close: async () => {
      for (const page of pages) await page.close();
      await ringside.stop();
      await simulator.close();
    },
  };
}

/**
 * Makes a preset with one anchor for each of the simulator's performers and their gifts and chooses it, so
 * that a test about something else need not click through the editor.
 */
export async function prepareShow(url: string, simulator: Simulator, username: string): Promise<void> {
  const screen = await joinAsScreen(url);
  const anchors = simulator.anchors.map((anchor, index) => ({
    id: `a${index + 1}`,
    nickname: anchor.nickname,
    username: anchor.username,
    userId: anchor.id,
    gift: { ids: [anchor.gift.id] },
  }));
  const { preset } = await screen.call('presets.save', { preset: { name: 'Team', anchors } });
  await screen.call('room.open', { username, lineId: 'line1' });
  await screen.push((push) => push.push === 'connection' && push.connection.phase === 'live');
  await screen.call('session.choosePreset', { presetId: preset.id });
  screen.close();
}
