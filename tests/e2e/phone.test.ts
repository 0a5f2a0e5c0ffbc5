import type { Browser } from 'playwright';
import { PNG } from 'pngjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { DOUGHNUT, onDuel, startDuel, votesOf } from '#tests/support/duel.ts';
import { forms } from '#tests/support/forms.ts';
import { readQr } from '#tests/support/readQr.ts';
import { sharedBrowser } from '#tests/support/sharedBrowser.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const PHONE = { width: 390, height: 844 };

// In both forms, because the desktop app serves phones itself.
describe.each(forms)('a phone beside Ringside $name', (form) => {
  it('pairs by the code on the screen, assigns a gift with a tap, and shows when it is removed', async () => {
    await onDuel(form, {}, async (show, tool) => {
      await startDuel(show);
      const { page } = tool;
      await tool.tab('Setting');
      await tool.button('Pair a phone').click();
      await tool.button('Allow and show the code').click();
      const picture = await page.getByRole('img', { name: 'QR code that pairs a phone' }).screenshot();
      const address = readQr(PNG.sync.read(picture));
      expect(new URL(address).hostname).not.toMatch(/^(?:127\.|localhost$|0\.)/);

      const context = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true });
      await context.addInitScript(() => localStorage.setItem('lang', 'en'));
      const phone = await context.newPage();
      const complaints: string[] = [];
      phone.on('pageerror', (error) => complaints.push(error.message));
      await phone.goto(address);
      await phone.getByRole('button', { name: 'Pair this phone' }).tap();
      expect(new URL(phone.url()).hash).toBe('');
      await page.getByText('is paired', { exact: false }).waitFor();
      await page.getByText('Connected now', { exact: false }).waitFor();

      await phone.getByText('Nothing waits for you').waitFor();
      show.simulator.sendGift({ viewer: 'Ben', gift: DOUGHNUT, count: 2 });
      await phone.locator('[aria-current="true"]').getByText('Ben').waitFor();
      const anchor = phone.getByTitle('Give to Rei');
      for (const target of await phone.locator('[data-remote] button:visible').all()) {
        const box = await target.boundingBox();
        expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
      }
      expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        PHONE.width,
      );
      await anchor.tap();
      await tool.tab('Homepage');
      await expect.poll(votesOf(tool, 'Defender')).toBe('60');
      await phone.getByText('Doughnut ×2 from Ben → Rei').waitFor();
      await phone.getByRole('button', { name: 'Undo' }).tap();
      await expect.poll(votesOf(tool, 'Defender')).toBe('0');

      await tool.tab('Setting');
      await page.getByRole('button', { name: /^Remove / }).click();
      await phone.getByText('This phone was removed').waitFor();
      await tool.button('Undo').click();
      await page.getByText('was removed', { exact: false }).waitFor({ state: 'detached' });
      await phone.getByRole('button', { name: 'Try now' }).tap();
      await phone.locator('[aria-current="true"]').getByText('Ben').waitFor();
      expect(complaints).toEqual([]);
      await context.close();
    });
  });
});
