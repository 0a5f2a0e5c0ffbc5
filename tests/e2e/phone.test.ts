import type { Browser } from 'playwright';
import { PNG } from 'pngjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { DOUGHNUT, onDuel, ROSE, startDuel, votesOf } from '#tests/support/duel.ts';
import { forms, web } from '#tests/support/forms.ts';
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
      await anchor.tap();
      await tool.tab('Homepage');
      await expect.poll(votesOf(tool, 'Defender')).toBe('60');
      await phone.getByText('Doughnut ×2 from Ben → Rei').waitFor();
      await phone.getByRole('button', { name: 'Undo' }).tap();
      await expect.poll(votesOf(tool, 'Defender')).toBe('0');

      await show.call('round.act', { action: 'end' });
      await phone.getByRole('button', { name: 'Thank-you card' }).tap();
      await phone.getByText('No thank-you card is open in OBS', { exact: false }).waitFor();

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

describe('a phone that can vibrate', () => {
  it('does so for a gift that waits, not for one with an anchor, in the background, or when it is off', async () => {
    await onDuel(
      web,
      {},
      async (show, { page }) => {
        await startDuel(show);
        await page.getByText('Nothing waits for you').waitFor();
        const pulses = await page.evaluateHandle(() => {
          const seen: unknown[] = [];
          navigator.vibrate = (pattern) => seen.push(pattern) > 0;
          return seen;
        });
        const count = () => pulses.evaluate((seen) => seen.length);
        /** Skips the pause between two vibrations. */
        const waitOut = () => page.clock.runFor(5_000);
        await page.clock.install();
        const waits = (viewer: string) => page.locator('[data-remote] li', { hasText: viewer }).waitFor();
        show.simulator.sendGift({ viewer: 'Aoi', gift: ROSE, count: 20 });
        await page.locator('[data-remote]').getByText('20', { exact: true }).first().waitFor();
        expect(await count()).toBe(0);
        show.simulator.sendGift({ viewer: 'Ben', gift: DOUGHNUT, count: 50 });
        await waits('Ben');
        await expect.poll(count).toBe(1);

        const hide = (hidden: boolean) =>
          page.evaluate(
            (on) => Object.defineProperty(document, 'hidden', { value: on, configurable: true }),
            hidden,
          );
        await waitOut();
        await hide(true);
        show.simulator.sendGift({ viewer: 'Chie', gift: DOUGHNUT });
        await waits('Chie');
        await hide(false);
        expect(await count()).toBe(1);
        show.simulator.sendGift({ viewer: 'Dan', gift: DOUGHNUT });
        await waits('Dan');
        await expect.poll(count).toBe(2);

        await page.getByRole('button', { name: 'Menu' }).click();
        await page.getByRole('switch', { name: 'Vibrate when something waits' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
        await waitOut();
        show.simulator.sendGift({ viewer: 'Emi', gift: DOUGHNUT });
        await waits('Emi');
        expect(await count()).toBe(2);
      },
      PHONE,
    );
  });
});

describe('the Homepage on a phone', () => {
  it('is a remote, and its menu contains the other tabs', async () => {
    await onDuel(
      web,
      {},
      async (show, { page }) => {
        await startDuel(show);
        await page.getByRole('button', { name: 'Menu' }).click();
        await page.getByRole('button', { name: 'Show all panels' }).click();
        await page.getByRole('region', { name: 'Gift Data' }).waitFor();
        await page.getByRole('button', { name: 'Open the remote' }).click();
        await page.getByRole('button', { name: 'Menu' }).click();
        await page.getByRole('link', { name: 'Data Report' }).click();
        await page.waitForURL(/\/tool\/report/);
        await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Homepage' }).click();
        await page.getByText('Nothing waits for you').waitFor();
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(wide).toBeLessThanOrEqual(PHONE.width);
      },
      PHONE,
    );
  });
});
