import { join } from 'node:path';
import { Desktop } from '#tests/electron/launch.ts';
import { ask, prepareRoom } from '#tests/electron/toolWindow.ts';
import { type SimulatorOptions, startSimulator } from '#tests/simulator/simulator.ts';
import type { OnAir } from './onAir.ts';
import { ToolPage } from './toolPage.ts';

/** Starts a simulated platform and the desktop app, whose only window opens at the start. */
export async function goOnAirOnDesktop(
  options: SimulatorOptions = {},
  variables: Record<string, string> = {},
): Promise<OnAir> {
  const simulator = await startSimulator(options);
  const env = { ...variables, LIVE_WEB_URL: simulator.webUrl, LIVE_WS_URL: simulator.wsUrl };
  let desktop = await Desktop.launch({ env });
  let opened: ToolPage | null = null;
  const window = async () => opened?.page ?? (await desktop.page('/tool'));
  return {
    simulator,
    pageProfile: join(desktop.userData, 'Partitions', 'live-page'),
    open: async (pageOptions) => {
      opened = await ToolPage.of(await window(), pageOptions);
      return opened;
    },
    prepare: async (username) => {
      const page = await window();
      await page.waitForSelector('[data-totals]');
      await prepareRoom(page, simulator, username);
    },
    call: async (name, args) => {
      const page = await window();
      if (opened === null) await page.waitForSelector('[data-totals]', { state: 'attached' });
      return ask(page, name, args);
    },
    killAndRestart: async () => {
      opened = null;
      await desktop.kill();
      desktop = await Desktop.launch({ env, userData: desktop.userData });
    },
    close: async () => {
      const { faults } = desktop;
      await desktop.dispose();
      await simulator.close();
      // Fail with the reason of a lost page, not only with "page closed".
      if (faults.length > 0) throw new Error(`in the desktop app:\n${faults.join('\n')}`);
    },
  };
}
