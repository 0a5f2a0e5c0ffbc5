import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SimulatorOptions } from '#tests/simulator/simulator.ts';
import { type Form, forms, web } from '#tests/support/forms.ts';
import type { OnAir } from '#tests/support/onAir.ts';
import type { ToolPage } from '#tests/support/toolPage.ts';
import { openTab } from '../support/openTab.ts';

const ROSE = 5655;
const HOST = 'host.of.the.show';

/** Runs `test` on a counting show with one window. */
async function onAir(
  form: Form,
  options: SimulatorOptions,
  test: (show: OnAir, tool: ToolPage) => Promise<void>,
): Promise<void> {
  const show = await form.goOnAir({ username: HOST, held: true, ...options });
  try {
    await show.prepare(HOST);
    const tool = await show.open();
    await tool.button(/^Start/).click();
    await tool.button(/^Pause/).waitFor();
    show.simulator.resume();
    await test(show, tool);
    expect(tool.complaints).toEqual([]);
  } finally {
    await show.close();
  }
}

const htmlClass = (page: Page) => page.evaluate(() => document.documentElement.className);
const stored = (page: Page) =>
  page.evaluate((): unknown => JSON.parse(localStorage.getItem('ringside.settings') ?? '{}'));

describe.each(forms)('$name', (form) => {
  beforeAll(() => form.start());
  afterAll(() => form.stop());

  describe('tab', () => {
    it('opens at its top, even if the previous tab was scrolled', async () => {
      await onAir(form, { script: 'empty' }, async (_show, { page }) => {
        await openTab(page, 'Setting');
        const main = page.getByRole('main');
        const scrolled = () => main.evaluate(({ scrollTop }) => scrollTop);
        // Parts of the tab may still load.
        const scrollDown = () => main.evaluate((work) => work.scrollTo({ top: work.scrollHeight }));
        await expect.poll(() => scrollDown().then(scrolled)).toBeGreaterThan(100);
        await openTab(page, 'Help');
        await page.getByRole('searchbox').waitFor();
        expect(await scrolled()).toBe(0);
      });
    });
  });

  describe('Setting during a show', () => {
    it('changes the theme by a reload, and the show continues', async () => {
      await onAir(form, { script: 'mixed', seconds: 40, speed: 4, seed: 5 }, async (show, tool) => {
        const { page } = tool;
        await expect.poll(async () => (await tool.totals()).Gifts).toBeGreaterThan(5);
        const look = () =>
          tool.button(/^Pause/).evaluate((button) => {
            const { borderRadius, minHeight } = getComputedStyle(button);
            return `${borderRadius} ${minHeight}`;
          });
        const looks = [await look()];
        for (const [name, theme] of [
          ['Nora', 2],
          ['Lara', 1],
        ] as const) {
          await openTab(page, 'Setting');
          const loaded = page.waitForEvent('load');
          await page.getByRole('main').getByText(name, { exact: true }).click();
          await loaded;
          await page.getByRole('radio', { name, checked: true }).waitFor({ state: 'attached' });
          expect(await stored(page)).toMatchObject({ theme });
          await openTab(page, 'Homepage');
          looks.push(await look());
        }
        expect(new Set(looks).size).toBe(3);
        await show.simulator.settled;
        const truth = show.simulator.truth();
        await expect.poll(async () => (await tool.totals()).Gifts).toBe(truth.gifts);
        expect((await tool.totals())['Total gift amount (diamonds)']).toBe(truth.diamonds);
        await page.getByText('Counting').first().waitFor();
      });
    });

    it('clears the cache and keeps presets, the show and settings', async () => {
      await onAir(form, { script: 'empty' }, async (show, tool) => {
        const { page } = tool;
        show.simulator.sendGift({ viewer: 'Mika', gift: ROSE, count: 3 });
        await expect.poll(async () => (await tool.totals()).Gifts).toBe(3);
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
        await expect.poll(async () => (await tool.totals()).Gifts).toBe(3);
        await expect.poll(() => page.getByRole('region', { name: 'Preset' }).textContent()).toContain('Team');
      });
    });
  });

  describe('Setting', () => {
    async function open(test: (tool: ToolPage) => Promise<void>): Promise<void> {
      const show = await form.goOnAir({ username: HOST, script: 'empty' });
      try {
        const tool = await show.open();
        await tool.tab('Setting');
        await tool.page.getByRole('radio').first().waitFor({ state: 'attached' });
        await test(tool);
        expect(tool.complaints).toEqual([]);
      } finally {
        await show.close();
      }
    }

    it('switches language and colours at once and keeps them after a reload', async () => {
      await open(async ({ page }) => {
        expect(await htmlClass(page)).toContain('dark-mode');
        await page.getByRole('main').getByText('Light', { exact: true }).click();
        await expect.poll(() => htmlClass(page)).not.toContain('dark-mode');
        await page.getByRole('main').getByText('日本語', { exact: true }).click();
        await page.getByRole('link', { name: 'ヘルプ' }).waitFor();
        await page.reload();
        await page.getByRole('link', { name: 'ヘルプ' }).waitFor();
        expect(
          await page.evaluate(() => [localStorage.getItem('lang'), document.documentElement.lang]),
        ).toEqual(['ja', 'ja']);
        expect(await htmlClass(page)).not.toContain('dark-mode');
      });
    });

    it('gives the menu a colour with readable text, and can show icons only', async () => {
      await open(async ({ page }) => {
        const rail = page.getByRole('navigation');
        const colours = () =>
          rail.evaluate((element) => {
            const tab = element.querySelector('a:not([aria-current])');
            return [
              getComputedStyle(element).backgroundColor,
              tab === null ? '' : getComputedStyle(tab).color,
            ];
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
      });
    });
  });

  describe('keys', () => {
    it('can be changed and reset, must be unique, and work on any keyboard layout', async () => {
      const show = await form.goOnAir({ username: HOST, held: true, script: 'empty' });
      try {
        await show.prepare(HOST);
        const tool = await show.open();
        await tool.tab('Setting');
        const { page } = tool;
        await tool.button(/^Start the show: S/).click();
        await page.keyboard.press('e');
        await page.getByRole('alert').getByText('“End the show” uses this key').waitFor();
        await page.keyboard.press('F8');
        await tool.button(/^Start the show: F8/).waitFor();
        await page.reload();
        await openTab(page, 'Homepage');
        const start = page.getByRole('button', { name: /^Start/ });
        await start.locator('.key[data-key="F8"]').waitFor();
        await page.keyboard.press('s');
        await page.keyboard.press('f');
        await page.keyboard.press('F8');
        await page.keyboard.press('Escape');
        expect(await start.isVisible()).toBe(true);
        await page.keyboard.press('F8');
        await tool.button(/^Pause/).waitFor();
        // On a Cyrillic keyboard, the P key types another letter.
        await page.evaluate(() =>
          window.dispatchEvent(new KeyboardEvent('keydown', { key: 'з', code: 'KeyP', bubbles: true })),
        );
        await tool.button(/^Resume/).waitFor();
        await page.keyboard.press('?');
        await page.getByRole('searchbox', { name: /Search the guide/ }).fill('start the show');
        await page.locator('main li', { hasText: 'Start the show' }).getByText('F8').waitFor();
        await openTab(page, 'Setting');
        await tool.button('Reset all keys').click();
        await tool.button(/^Start the show: S/).waitFor();
        expect(tool.complaints).toEqual([]);
      } finally {
        await show.close();
      }
    });
  });
});
