import type { Page } from 'playwright';
import { beforeEach, describe, expect, it } from 'vitest';
import { forms, web } from '#tests/support/forms.ts';
import type { OnAir } from '#tests/support/onAir.ts';
import { openTab } from '#tests/support/openTab.ts';

const ROSE = 5655;
const HOST = 'host.of.the.show';

const htmlClass = (page: Page) => page.evaluate(() => document.documentElement.className);
const stored = (page: Page) =>
  page.evaluate((): unknown => JSON.parse(localStorage.getItem('ringside.settings') ?? '{}'));

describe.each(forms)('$name', (form) => {
  let show: OnAir;
  beforeEach(async () => {
    show = await form.goOnAir({ username: HOST, script: 'empty' });
    await show.prepare(HOST);
    return () => show.close();
  });

  const sendRoses = (count: number) => show.simulator.sendGift({ viewer: 'Mika', gift: ROSE, count });

  // In both forms, because each loads the page anew and clears its cache in its own way.
  describe('Setting during a show', () => {
    it('changes the theme by a reload and clears the cache, and keeps presets, the show and settings', async () => {
      const tool = await show.open();
      const { page } = tool;
      await tool.button(/^Start/).click();
      await tool.button(/^Pause/).waitFor();
      sendRoses(2);
      await expect.poll(async () => (await tool.totals()).Gifts).toBe(2);
      const look = () =>
        tool.button(/^Pause/).evaluate((button) => {
          const { borderRadius, minHeight } = getComputedStyle(button);
          return `${borderRadius} ${minHeight}`;
        });
      const looks = [await look()];
      const themes = [
        ['Nora', 2],
        ['Lara', 1],
      ] as const;
      // One change shows that the window loads anew.
      for (const [name, theme] of form === web ? themes : themes.slice(0, 1)) {
        await openTab(page, 'Setting');
        const loaded = page.waitForEvent('load');
        await page.getByRole('main').getByText(name, { exact: true }).click();
        // While the window loads.
        sendRoses(3);
        await loaded;
        await page.getByRole('radio', { name, checked: true }).waitFor({ state: 'attached' });
        expect(await stored(page)).toMatchObject({ theme });
        await openTab(page, 'Homepage');
        looks.push(await look());
      }
      expect(new Set(looks).size).toBe(looks.length);
      const gifts = form === web ? 8 : 5;
      await expect.poll(async () => (await tool.totals()).Gifts).toBe(gifts);
      await page.getByText('Counting').first().waitFor();

      await openTab(page, 'Setting');
      await page.getByRole('main').getByText('Light', { exact: true }).click();
      await page.evaluate(async () => {
        sessionStorage.setItem('something', 'kept for now');
        await caches.open('pictures');
      });
      await tool.button(/^Clear$/).click();
      await page.getByText('Cache cleared successfully').waitFor();
      expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
      // The desktop app stores nothing in the Cache API.
      if (form === web) expect(await page.evaluate(() => caches.keys())).toEqual([]);
      await page.reload();
      expect(await htmlClass(page)).not.toContain('dark-mode');
      await openTab(page, 'Homepage');
      await expect.poll(async () => (await tool.totals()).Gifts).toBe(gifts);
      await expect.poll(() => page.getByRole('region', { name: 'Preset' }).textContent()).toContain('Team');
      expect(tool.complaints).toEqual([]);
      await tool.close();
    });
  });

  // The desktop app does the rest by the same code.
  if (form !== web) return;

  describe('Setting', () => {
    it('switches language, colours and the menu at once, and keeps them after a reload', async () => {
      const tool = await show.open({ path: 'tool/setting' });
      const { page } = tool;
      const main = page.getByRole('main');
      await page.getByRole('radio').first().waitFor({ state: 'attached' });
      const rail = page.getByRole('navigation');
      const colours = () =>
        rail.evaluate((element) => {
          const tab = element.querySelector('a:not([aria-current])');
          return [getComputedStyle(element).backgroundColor, tab === null ? '' : getComputedStyle(tab).color];
        });
      const before = await colours();
      await page.getByTitle(/#FEF3C7/).click();
      await expect.poll(colours).toEqual(['rgb(254, 243, 199)', 'rgb(63, 63, 70)']);
      await page.getByTitle(/#FFFFFF/).click();
      await expect.poll(colours).toEqual(before);
      const width = () => rail.evaluate((element) => element.getBoundingClientRect().width);
      const wide = await width();
      await page.getByLabel('Icons alone').check({ force: true });
      await expect.poll(width).toBeLessThan(wide);
      await rail.getByRole('link', { name: 'Homepage' }).waitFor();

      expect(await htmlClass(page)).toContain('dark-mode');
      await main.getByText('Light', { exact: true }).click();
      await expect.poll(() => htmlClass(page)).not.toContain('dark-mode');
      await main.getByText('日本語', { exact: true }).click();
      await page.getByRole('link', { name: 'ヘルプ' }).waitFor();
      await page.reload();
      await page.getByRole('link', { name: 'ヘルプ' }).waitFor();
      expect(
        await page.evaluate(() => [localStorage.getItem('lang'), document.documentElement.lang]),
      ).toEqual(['ja', 'ja']);
      expect(await htmlClass(page)).not.toContain('dark-mode');
      expect(await width()).toBeLessThan(wide);
      expect(tool.complaints).toEqual([]);
      await tool.close();
    });
  });
});
