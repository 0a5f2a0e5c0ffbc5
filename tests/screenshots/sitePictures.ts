import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from '../support/browser.ts';
import { startRingside } from '../support/ringside.ts';
import { joinAsScreen } from '../support/screenClient.ts';
import { ToolPage } from '../support/toolPage.ts';
import { languages, themes } from './matrix.ts';
import { toWebp } from './webp.ts';

/**
 * `node tests/screenshots/sitePictures.ts`: the pictures of the tool at work that the public home page shows,
 * taken from a running rehearsal and stored beside that page as WebP.
 */
const folder = join(import.meta.dirname, '..', '..', 'renderer', 'site', 'home', 'images');
const browser = await launchBrowser();

for (const language of languages) {
  const ringside = await startRingside();
  const client = await joinAsScreen(ringside.url);
  await client.call('rehearsal.open', { size: 'normal', locale: language });
  await client.push((push) => push.push === 'connection' && push.connection.phase === 'live');
  await client.call('session.act', { action: 'start' });
  await client.call('show.subscribe', {});
  await client.push((push) => push.push === 'inputs');
  for (let rows = 0; rows < 60; ) rows = (await client.call('ledger.page', { filter: {}, limit: 1 })).total;
  for (const theme of themes) {
    const tool = await ToolPage.open(browser, ringside.url, { language, dark: theme === 'dark' });
    await tool.page.locator('ol.anchors > li').first().waitFor();
    await tool.page.locator('.lrow').first().waitFor();
    await tool.page.evaluate(() => document.fonts.ready);
    const png = await tool.page.screenshot({ animations: 'disabled' });
    writeFileSync(join(folder, `tool-${language}-${theme}.webp`), await toWebp(browser, png));
    await tool.close();
  }
  client.close();
  await ringside.stop();
}
await browser.close();
