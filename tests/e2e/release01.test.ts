import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { Desktop } from '#tests/electron/launch.ts';
import { ask } from '#tests/electron/toolWindow.ts';
import { startSimulator } from '#tests/simulator/simulator.ts';
import { openOverlayView } from '#tests/support/overlayView.ts';
import { desktopOf01, serverOf01 } from '#tests/support/release01.ts';
import { startRingside } from '#tests/support/ringside.ts';
import { sharedBrowser } from '#tests/support/sharedBrowser.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A platform without the rooms of the data. */
async function emptyPlatform() {
  const simulator = await startSimulator({ username: 'nobody', script: 'empty' });
  cleanups.push(() => simulator.close());
  return { LIVE_WEB_URL: simulator.webUrl, LIVE_WS_URL: simulator.wsUrl };
}

describe('data of version 0.1.0', () => {
  it('shows every widget under the links that streaming software has', async () => {
    const { folder, dataDir, truth } = serverOf01('host');
    cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
    const ringside = await startRingside({ dataDir, env: await emptyPlatform() });
    cleanups.push(() => ringside.kill('SIGTERM'));
    const browser = await sharedBrowser();
    expect(truth.links).toHaveLength(11);
    for (const { url, options } of truth.links) {
      const { pathname, hash } = new URL(url);
      const view = await openOverlayView(browser, new URL(`${pathname}${hash}`, ringside.url).href);
      await view.page.locator('.host > *').first().waitFor({ state: 'attached' });
      if (options.kind === 'ranking') await view.page.getByText('1,035').first().waitFor();
      expect(view.faults, String(options.kind)).toEqual([]);
      await view.close();
    }
  });

  it('opens in the desktop app with its settings, show and link', async () => {
    const { folder, dataDir, truth } = desktopOf01();
    cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
    const desktop = await Desktop.launch({ userData: dataDir, env: await emptyPlatform() });
    cleanups.push(() => desktop.kill());
    const page = await desktop.page('/tool');
    await page.locator('[data-totals]').waitFor({ state: 'attached' });
    const { shows } = await ask(page, 'show.list', {});
    expect(shows).toMatchObject(truth.shows);
    const { links } = await ask(page, 'overlay.list', {});
    expect(links.map(({ url }) => new URL(url).hash)).toEqual([new URL(truth.link.url).hash]);
    expect(JSON.parse(readFileSync(join(dataDir, 'settings.json'), 'utf8'))).toMatchObject({
      checkForUpdates: false,
      workbench: { layout: 'vertical', alwaysOnTop: true },
    });
  });
});
