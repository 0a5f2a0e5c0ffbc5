import { afterEach, describe, expect, it } from 'vitest';
import { describeElectron } from '#tests/electron/findElectron.ts';
import { Desktop } from '#tests/electron/launch.ts';

process.stdout.write(`The desktop app runs on ${describeElectron()}.\n`);

const running: Desktop[] = [];

async function launch(options: Parameters<typeof Desktop.launch>[0] = {}): Promise<Desktop> {
  const desktop = await Desktop.launch(options);
  running.push(desktop);
  return desktop;
}

afterEach(async () => {
  for (const desktop of running.splice(0)) await desktop.dispose();
});

describe('the desktop app', () => {
  it('opens at the tool without a server or an account', async () => {
    const desktop = await launch();
    const page = await desktop.page('/tool');
    await page.waitForSelector('#root > *');
    expect(await page.evaluate(() => Object.keys(window.ringside ?? {}).length)).toBeGreaterThan(10);
    console.log(await page.evaluate(() => document.body.innerText));
    await page.screenshot({ path: '/tmp/probe/a.png' });
  });
});
