import type { Browser, Page } from 'playwright';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CallName, requestSchema, responseSchema } from '#shared/contract/backstage.ts';
import { goOnAir, type OnAirWeb } from '#tests/support/onAir.ts';
import { sharedBrowser } from '#tests/support/sharedBrowser.ts';

const ROSE = 5655;
const HOST = 'host.of.the.show';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

let show: OnAirWeb;
beforeEach(async () => {
  show = await goOnAir(browser, { username: HOST, script: 'empty' });
});
afterEach(() => show.close());

/** Holds back the answers to a call: `held` resolves with the first one, `release` lets them pass. */
async function holdAnswers(page: Page, name: CallName) {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.routeWebSocket('**/backstage', (socket) => {
    const asked = new Set<unknown>();
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const { id, call } = requestSchema.parse(JSON.parse(String(message)));
      if (call === name) asked.add(id);
      server.send(message);
    });
    server.onMessage(async (message) => {
      const answer: unknown = JSON.parse(String(message));
      if (asked.has(responseSchema.safeParse(answer).data?.id)) {
        held.resolve();
        await released.promise;
      }
      socket.send(message);
    });
  });
  return { held: held.promise, release: released.resolve };
}

describe('Setting in a browser', () => {
  it('shows whether there is a new version', async () => {
    const tool = await show.open({ path: 'tool/setting' });
    await tool.button('Check for updates').click();
    await tool.page.getByText('This is the newest version.').waitFor();
    await tool.page.route('**/api/health', (route) =>
      route.fulfill({ json: { code: 200, msg: 'ok', data: { build: 'another' } } }),
    );
    await tool.button('Check for updates').click();
    const loaded = tool.page.waitForEvent('load');
    await tool.button('Reload').click();
    await loaded;
    expect(tool.complaints).toEqual([]);
  });

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
  });
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
  });
});

describe('host who is faster than the connection', () => {
  it('can press a key as soon as the screen shows its action', async () => {
    await show.prepare(HOST);
    const tool = await show.open({ path: 'terms' });
    // The push changes the screen. The answer to the call never arrives in this test.
    await holdAnswers(tool.page, 'session.act');
    await tool.page.goto(new URL('tool/report', tool.page.url()).href);
    await tool.page.locator('[data-sums]').waitFor();
    await tool.page.evaluate(() => {
      const keys = [
        { key: 'b', shown: 'input[role="switch"]:enabled' },
        { key: 's', shown: '[aria-keyshortcuts="S"]' },
        { key: 'p', shown: '.deck__session [aria-keyshortcuts="P"]:has(.pi-pause)' },
      ];
      new MutationObserver(() => {
        const next = keys[0];
        if (next === undefined || document.querySelector(next.shown) === null) return;
        keys.shift();
        const { key } = next;
        const press = { key, code: `Key${key.toUpperCase()}`, bubbles: true };
        document.body.dispatchEvent(new KeyboardEvent('keydown', press));
      }).observe(document.body, { subtree: true, childList: true, attributes: true });
    });
    await tool.tab('Homepage');
    await tool.button(/^Resume/).waitFor();
    expect(await tool.page.getByRole('switch', { name: /Suspend bindings/ }).isChecked()).toBe(true);
    expect(tool.complaints).toEqual([]);
  });

  it('cannot move the replay before the length of the show is known', async () => {
    await show.prepare(HOST);
    await show.call('session.act', { action: 'start' });
    show.simulator.sendGift({ viewer: 'Mika', gift: ROSE, count: 5 });
    const gifts = async () => (await show.call('report.read', { filter: {} })).report.overview.counted.count;
    await expect.poll(gifts).toBe(5);
    const tool = await show.open({ path: 'terms' });
    const length = await holdAnswers(tool.page, 'replay.open');
    await tool.page.goto(new URL('tool/report', tool.page.url()).href);
    await tool.button('Replay').click();
    const line = tool.page.getByRole('slider', { name: 'Time in the show' });
    await length.held;
    expect(await line.isDisabled()).toBe(true);
    length.release();
    await expect.poll(() => line.isEnabled()).toBe(true);
    await line.press('End');
    await expect.poll(() => tool.page.locator('[data-row] [data-menu]').count()).toBe(1);
    expect(tool.complaints).toEqual([]);
  });

  it('can open a rehearsal by a click from before the tool was connected', async () => {
    const tool = await show.open({ path: 'terms' });
    const line = Promise.withResolvers<void>();
    await tool.page.routeWebSocket('**/backstage', async (socket) => {
      await line.promise;
      socket.connectToServer();
    });
    await tool.page.goto(new URL('tool', tool.page.url()).href);
    await tool.button(/^Rehearsal/).click();
    line.resolve();
    await tool.button(/^Start/).waitFor();
    expect(tool.complaints).toEqual([]);
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
