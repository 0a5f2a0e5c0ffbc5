import type { Browser } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { ExtrasTab } from '#tests/support/extrasTab.ts';
import { heard, isSounding, listen, silent } from '#tests/support/heard.ts';
import { sharedBrowser } from '#tests/support/sharedBrowser.ts';
import { soundFile, wavOf } from '#tests/support/sounds.ts';
import { ToolPage } from '#tests/support/toolPage.ts';
import { startWarm } from '#tests/support/warmServer.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

describe('sounds of a widget', () => {
  it('are tried in the form, take a file of the host, and play on the page for OBS', async () => {
    const ringside = await startWarm();
    try {
      const tool = await ToolPage.open(browser, ringside.url, {
        path: 'tool/extras',
        width: 1440,
        height: 900,
        calm: true,
      });
      const extras = new ExtrasTab(tool);
      const { page } = extras;
      await listen(page);
      await page.reload();
      const link = await extras.add('Countdown');
      await page.getByRole('button', { name: 'Sound', exact: true }).click();
      await page.getByRole('switch', { name: 'Play sounds' }).click();
      await page.getByLabel('Gifts from (diamonds)').fill('1');
      await page.getByRole('button', { name: 'Try: Win' }).click();
      await heard(page);

      const choose = page.getByLabel('Own file for: Gift');
      await choose
        .last()
        .setInputFiles({ name: 'song.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('no') });
      await page.getByText('This sound cannot be used').waitFor();
      await choose
        .last()
        .setInputFiles({ name: 'ping.txt', mimeType: 'text/plain', buffer: Buffer.from(wavOf(1)) });
      await page.locator('.p-dropdown-label', { hasText: 'Own file 1' }).waitFor();
      for (const name of ['tone.ogg', 'tone.opus', 'tone.m4a']) {
        await page
          .getByLabel('Own file for: Win')
          .last()
          .setInputFiles({ name, mimeType: '', buffer: Buffer.from(soundFile(name)) });
        await page.locator('.p-dropdown-label', { hasText: 'Own file 2' }).waitFor();
        await silent(page);
        await page.getByRole('button', { name: 'Try: Win' }).click();
        await heard(page);
      }
      await silent(page);
      await extras.saved();

      const overlay = await page.context().newPage();
      await listen(overlay);
      await overlay.goto(String(link));
      await overlay.mouse.click(5, 5);
      await page.getByRole('button', { name: 'Start a rehearsal' }).first().click();
      await heard(overlay);
      expect(await isSounding(page)).toBe(false);
    } finally {
      await ringside.stop();
    }
  });
});
