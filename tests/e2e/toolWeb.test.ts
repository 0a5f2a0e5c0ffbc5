import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goOnAir, type OnAirWeb } from '#tests/support/onAir.ts';
import { sharedBrowser } from '#tests/support/sharedBrowser.ts';

const ROSE = 5655;
const HOST = 'host.of.the.show';

let browser: Browser;
/** One server for all tests. The first of them find no show. */
let show: OnAirWeb;
beforeAll(async () => {
  browser = await sharedBrowser();
  show = await goOnAir(browser, { username: HOST, script: 'empty' });
});
afterAll(async () => {
  await show.close();
});

describe('page of an earlier build', () => {
  it('loads again by itself if the server no longer has a screen', async () => {
    const tool = await show.open();
    const { page } = tool;
    let isUpdated = true;
    await page.route('**/assets/ReportPage-*.js', (route) =>
      isUpdated ? route.fulfill({ status: 404 }) : route.continue(),
    );
    await page.route(new URL('/', page.url()).href, async (route) => {
      isUpdated = false;
      await route.fulfill({
        contentType: 'text/html',
        body: '<script type="module" src="/assets/newer.js">',
      });
    });
    const loaded = page.waitForEvent('load');
    await page.getByRole('navigation').getByRole('link', { name: 'Data Report', exact: true }).click();
    await loaded;
    await page.getByRole('main').getByText('No show yet').waitFor();
    expect(page.url()).toContain('/tool/report');
    expect(tool.complaints.filter((line) => !line.includes('404'))).toEqual([]);
    await tool.close();
  });
});

describe('Setting in a browser', () => {
  it('keeps the tool on screen if the theme changes while the server is down', async () => {
    const tool = await show.open({ path: 'tool/setting' });
    const { page } = tool;
    await tool.button('Check for updates').waitFor();
    await show.killAndRestart(async () => {
      await page.getByText('The connection to Ringside is lost').waitFor();
      const asked = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/health'));
      await page.getByRole('main').getByText('Nora', { exact: true }).click();
      await asked;
      await tool.button('Check for updates').waitFor();
      await page.evaluate(() => document.documentElement.setAttribute('data-before', ''));
    });
    await page.locator('html:not([data-before])').waitFor({ state: 'attached' });
    await page.getByRole('radio', { name: 'Nora', checked: true }).waitFor({ state: 'attached' });
    // The browser logs each call that a dead server refuses or that the kill interrupts.
    const refused = /ERR_CONNECTION_(REFUSED|RESET)/;
    expect(tool.complaints.filter((line) => !refused.test(line))).toEqual([]);
    await tool.close();
  });
});

describe('second operator', () => {
  it('sees and controls the same show, and conflicting changes are reported to both', async () => {
    await show.prepare(HOST);
    const first = await show.open();
    await first.button(/^Start/).click();
    await first.button(/^Pause/).waitFor();
    expect(show.simulator.anchors.map(({ gift }) => gift.id)).not.toContain(ROSE);
    const second = await show.open({ width: 1440 });
    const [one = '', two = ''] = show.simulator.anchors.map(({ nickname }) => nickname);
    show.simulator.sendGift({ viewer: 'Mika', gift: ROSE, count: 2 });
    const queueOf = (page: Page) => page.getByRole('region', { name: 'Next to assign' });
    const atCursor = (page: Page) => queueOf(page).locator('[aria-current="true"]');
    await atCursor(second.page).getByText('×2').waitFor();
    show.simulator.sendGift({ viewer: 'Ren', gift: ROSE, count: 5 });
    await atCursor(second.page).getByText('×5').waitFor();
    // The second operator points at a button, but the first one assigns the same gift before the click.
    const giveToTwo = queueOf(second.page).getByRole('button', { name: two, exact: true });
    await giveToTwo.hover();
    await atCursor(first.page).getByText('×5').waitFor();
    await first.page.keyboard.press('1');
    await expect.poll(async () => (await second.anchorVotes())[one]).toBe(5);
    await giveToTwo.click();
    const toast = second.page.locator('.toast');
    await toast.getByText('Another operator was faster').waitFor();
    expect(await toast.innerText()).toContain(`×5 from Ren counts for ${one} now`);
    expect((await first.anchorVotes())[two]).toBe(0);
    await atCursor(second.page).getByText('×2').waitFor();
    await second.page.keyboard.press('2');
    await expect.poll(async () => (await first.anchorVotes())[two]).toBe(2);

    // The second operator changes the assignment, and the first one gets a toast.
    const row = second.page.getByRole('treeitem').filter({ hasText: '×5' });
    await row.click();
    await second.page.keyboard.press('2');
    await first.page.locator('.toast').getByText(`moved 1 of your rows to ${two}`).waitFor();
    await expect.poll(async () => (await first.anchorVotes())[two]).toBe(7);

    await second.page.keyboard.press('p');
    await first.button(/^Resume/).waitFor();
    await first.page.locator('.toast').getByText('Another operator has paused the show').waitFor();
    expect([...first.complaints, ...second.complaints]).toEqual([]);
  });
});
