import { Desktop } from '#tests/electron/launch.ts';
import { prepareRoom } from '#tests/electron/toolWindow.ts';
import { type SimulatorOptions, startSimulator } from '#tests/simulator/simulator.ts';
import type { OnAir } from './onAir.ts';
import { ToolPage } from './toolPage.ts';

/** The same chain as on the web with the desktop app in it: it has one window, which is there from the start. */
export async function goOnAirOnDesktop(options: SimulatorOptions = {}): Promise<OnAir> {
  const simulator = await startSimulator(options);
  const env = { LIVE_WEB_URL: simulator.webUrl, LIVE_WS_URL: simulator.wsUrl };
  let desktop = await Desktop.launch({ env });
  const window = () => desktop.page('/tool');
  return {
    simulator,
    open: async (pageOptions) => ToolPage.of(await window(), pageOptions),
    prepare: async (username) => {
      const page = await window();
      await page.waitForSelector('dl.totals');
      await prepareRoom(page, simulator, username);
    },
    killAndRestart: async () => {
      await desktop.kill();
      desktop = await Desktop.launch({ env, userData: desktop.userData });
    },
    close: async () => {
      await desktop.dispose();
      await simulator.close();
    },
  };
}
