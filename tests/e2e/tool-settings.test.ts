import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SimulatorOptions } from '#tests/simulator/simulator.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { goOnAir, type OnAir, prepareShow } from '#tests/support/onAir.ts';
import type { ToolPage } from '#tests/support/toolPage.ts';

const ROSE = 5655;
const HOST = 'host.of.the.show';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** A show that counts on the screen of its first operator. */
async function onAir(
  options: SimulatorOptions,
  test: (show: OnAir, tool: ToolPage) => Promise<void>,
): Promise<void> {
  const show = await goOnAir(browser, { username: HOST, held: true, ...options });
  try {
    await prepareShow(show.ringside.url, show.simulator, HOST);
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

async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
  await page.getByRole('main').locator('.panel').first().waitFor();
}

const htmlClass = (page: Page) => page.evaluate(() => document.documentElement.className);
const stored = (page: Page) =>
  page.evaluate((): unknown => JSON.parse(localStorage.getItem('ringside.settings') ?? '{}'));

describe('Setting, in the middle of a show', () => {
  it('changes the theme by loading the page anew, and the show goes on counting', async () => {
    await onAir({ script: 'mixed', seconds: 40, speed: 4, seed: 5 }, async (show, tool) => {
      const { page } = tool;
      await expect.poll(async () => (await tool.totals()).Gifts).toBeGreaterThan(5);
      const look = () =>
        tool.button(/^Rehearsal/).evaluate((button) => {
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
      expect((await tool.totals()).Diamonds).toBe(truth.diamonds);
      await page.getByText('Counting').first().waitFor();
    });
  });

  it('keeps presets, the show and what was chosen when the cache is cleared', async () => {
    await onAir({ script: 'empty' }, async (show, tool) => {
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
      expect(await page.evaluate(async () => [sessionStorage.length, (await caches.keys()).length])).toEqual([
        0, 0,
      ]);
      await page.reload();
      expect(await htmlClass(page)).not.toContain('dark-mode');
      await openTab(page, 'Homepage');
      await expect.poll(async () => (await tool.totals()).Gifts).toBe(3);
      await expect.poll(() => page.locator('.home__preset').textContent()).toContain('Team');
    });
  });
});

describe('Setting', () => {
  async function open(test: (tool: ToolPage) => Promise<void>): Promise<void> {
    const show = await goOnAir(browser, { username: HOST, script: 'empty' });
    try {
      const tool = await show.open({ path: 'tool/setting' });
      await tool.page.getByRole('radio').first().waitFor({ state: 'attached' });
      await test(tool);
      expect(tool.complaints).toEqual([]);
    } finally {
      await show.close();
    }
  }

  it('switches the language at once and keeps it, and dark and light as well', async () => {
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

  it('gives the menu its colour, with words that can be read on it, or icons alone', async () => {
    await open(async ({ page }) => {
      const rail = page.getByRole('navigation');
      const colours = () =>
        rail.evaluate((element) => {
          const tab = element.querySelector('.rail__tab:not([aria-current])');
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
    });
  });

  it('says whether there is a newer version', async () => {
    await open(async (tool) => {
      await tool.button('Look for an update').click();
      await tool.page.getByText('This is the newest version.').waitFor();
      await tool.page.route('**/api/health', (route) =>
        route.fulfill({ json: { code: 200, msg: 'ok', data: { build: 'another' } } }),
      );
      await tool.button('Look for an update').click();
      const loaded = tool.page.waitForEvent('load');
      await tool.button('Reload').click();
      await loaded;
    });
  });
});

describe('keys', () => {
  it('can be changed, are refused when another action has them, and rest while one types', async () => {
    const show = await goOnAir(browser, { username: HOST, held: true, script: 'empty' });
    try {
      await prepareShow(show.ringside.url, show.simulator, HOST);
      const tool = await show.open({ path: 'tool/setting' });
      const { page } = tool;
      await tool.button(/^Start the show: S/).click();
      await page.keyboard.press('e');
      await page.getByRole('alert').getByText('taken by “End the show”').waitFor();
      await page.keyboard.press('F8');
      await tool.button(/^Start the show: F8/).waitFor();
      await page.reload();
      await openTab(page, 'Homepage');
      const start = page.getByRole('button', { name: /^Start/ });
      await start.locator('.key', { hasText: 'F8' }).waitFor();
      await page.keyboard.press('s');
      await tool.username.focus();
      await page.keyboard.press('F8');
      await page.keyboard.press('Escape');
      expect(await start.isVisible()).toBe(true);
      await page.keyboard.press('F8');
      await tool.button(/^Pause/).waitFor();
      // A Cyrillic keyboard writes another letter on the same key.
      await page.evaluate(() =>
        window.dispatchEvent(new KeyboardEvent('keydown', { key: 'з', code: 'KeyP', bubbles: true })),
      );
      await tool.button(/^Resume/).waitFor();
      await page.keyboard.press('?');
      await page.getByRole('searchbox', { name: /Search the guide/ }).fill('start the show');
      await page.locator('.help__groups li', { hasText: 'Start the show' }).getByText('F8').waitFor();
      await openTab(page, 'Setting');
      await tool.button('Reset all keys').click();
      await tool.button(/^Start the show: S/).waitFor();
      expect(tool.complaints).toEqual([]);
    } finally {
      await show.close();
    }
  });
});

describe('a second operator', () => {
  it('sees and does the same, and neither overwrites the other unseen', async () => {
    await onAir({ script: 'empty' }, async (show, first) => {
      expect(show.simulator.anchors.map(({ gift }) => gift.id)).not.toContain(ROSE);
      const second = await show.open({ width: 1440 });
      const [one = '', two = ''] = show.simulator.anchors.map(({ nickname }) => nickname);
      show.simulator.sendGift({ viewer: 'Mika', gift: ROSE, count: 2 });
      await second.page.locator('.queue').getByText('×2').waitFor();
      show.simulator.sendGift({ viewer: 'Ren', gift: ROSE, count: 5 });
      const queue = second.page.locator('.queue');
      await queue.getByText('×5').waitFor();
      // The second operator aims at a button while the first one is faster with the same gift.
      const giveToTwo = queue.getByRole('button', { name: two });
      await giveToTwo.hover();
      await first.page.locator('.queue').getByText('×5').waitFor();
      await first.page.keyboard.press('1');
      await expect.poll(async () => (await second.anchorVotes())[one]).toBe(5);
      await giveToTwo.click();
      const toast = second.page.locator('.toast');
      await toast.getByText('Another operator was faster').waitFor();
      expect(await toast.innerText()).toContain(`×5 from Ren counts for ${one} now`);
      expect((await first.anchorVotes())[two]).toBe(0);
      await second.page.keyboard.press('2');
      await expect.poll(async () => (await first.anchorVotes())[two]).toBe(2);

      // What the first one decided and the second one changes on purpose, the first one is told.
      const row = second.page.getByRole('treeitem').filter({ hasText: '×5' });
      await row.click();
      await second.page.keyboard.press('2');
      await first.page.locator('.toast').getByText(`moved 1 of your rows to ${two}`).waitFor();
      await expect.poll(async () => (await first.anchorVotes())[two]).toBe(7);

      await second.page.keyboard.press('p');
      await first.button(/^Resume/).waitFor();
      await first.page.locator('.toast').getByText('Another operator has paused the show').waitFor();
      expect(second.complaints).toEqual([]);
    });
  });
});
