import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forms, web } from '#tests/support/forms.ts';
import type { OnAir } from '#tests/support/onAir.ts';
import type { ToolPage } from '#tests/support/toolPage.ts';
import { openTab } from '../support/openTab.ts';

const ROSE = 5655;
const HOST = 'host.of.the.show';

const htmlClass = (page: Page) => page.evaluate(() => document.documentElement.className);
const stored = (page: Page) =>
  page.evaluate((): unknown => JSON.parse(localStorage.getItem('ringside.settings') ?? '{}'));

describe.each(forms)('$name', (form) => {
  /** One app for all tests. Each has a window without stored settings, and a room where no show runs. */
  let show: OnAir;
  beforeAll(async () => {
    show = await form.goOnAir({ username: HOST, script: 'empty' });
    await show.prepare(HOST);
  });
  afterAll(async () => {
    await show?.close();
  });

  async function open(test: (tool: ToolPage) => Promise<void>): Promise<void> {
    const tool = await show.open();
    const { page } = tool;
    try {
      await test(tool);
      expect(tool.complaints).toEqual([]);
    } finally {
      // The desktop app has one window for all tests.
      if (form !== web) {
        await page.evaluate(() => localStorage.removeItem('ringside.settings'));
        await page.goto(new URL('/tool', page.url()).href);
      }
      await tool.close();
    }
  }

  /** Ends the show and opens the room for the next one. */
  async function endShow(): Promise<void> {
    await show.call('session.act', { action: 'end' });
    await show.call('room.close', {});
    await show.call('room.open', { username: HOST, lineId: 'line1' });
    const { presets } = await show.call('presets.list', {});
    await show.call('session.choosePreset', { presetId: presets[0]?.id ?? '' });
  }

  /** Starts a show in the window, and ends it after the test. */
  async function onAir(test: (tool: ToolPage) => Promise<void>): Promise<void> {
    await open(async (tool) => {
      await tool.button(/^Start/).click();
      await tool.button(/^Pause/).waitFor();
      await test(tool);
    });
    await endShow();
  }

  const sendRoses = (count: number) => show.simulator.sendGift({ viewer: 'Mika', gift: ROSE, count });

  // In both forms, because each loads the page anew and clears its cache in its own way.
  describe('Setting during a show', () => {
    it('changes the theme by a reload, and the show continues', async () => {
      await onAir(async (tool) => {
        const { page } = tool;
        sendRoses(2);
        await expect.poll(async () => (await tool.totals()).Gifts).toBe(2);
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
          // While the window loads.
          sendRoses(3);
          await loaded;
          await page.getByRole('radio', { name, checked: true }).waitFor({ state: 'attached' });
          expect(await stored(page)).toMatchObject({ theme });
          await openTab(page, 'Homepage');
          looks.push(await look());
        }
        expect(new Set(looks).size).toBe(3);
        await expect.poll(async () => (await tool.totals()).Gifts).toBe(8);
        await page.getByText('Counting').first().waitFor();
      });
    });

    it('clears the cache and keeps presets, the show and settings', async () => {
      await onAir(async (tool) => {
        const { page } = tool;
        sendRoses(3);
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

  // The desktop app does the rest by the same code.
  if (form !== web) return;

  describe('tab', () => {
    it('opens at its top, even if the previous tab was scrolled', async () => {
      await open(async ({ page }) => {
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

  describe('Setting', () => {
    async function openSetting(test: (tool: ToolPage) => Promise<void>): Promise<void> {
      await open(async (tool) => {
        await tool.tab('Setting');
        await tool.page.getByRole('radio').first().waitFor({ state: 'attached' });
        await test(tool);
      });
    }

    it('switches language and colours at once and keeps them after a reload', async () => {
      await openSetting(async ({ page }) => {
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
      await openSetting(async ({ page }) => {
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
      await open(async (tool) => {
        const { page } = tool;
        await tool.tab('Setting');
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
      });
      await endShow();
    });
  });
});
