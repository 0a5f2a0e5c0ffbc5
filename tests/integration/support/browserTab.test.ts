import { createServer, type Server } from 'node:http';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '#tests/support/browser.ts';
import { type BrowserTab, openBrowserTab } from '#tests/support/browserTab.ts';

const SIZE = { width: 800, height: 600 };

/** What a page finds of the pages before it, on the same site. */
const traces = (page: Page) =>
  page.evaluate(async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    cookies: document.cookie,
    caches: await caches.keys(),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    clock: String(Date).includes('[native code]'),
    sockets: String(WebSocket).includes('[native code]'),
    isCalm: matchMedia('(prefers-reduced-motion: reduce)').matches,
    answer: await (await fetch('/answer')).text(),
  }));

const NOTHING = {
  local: {},
  session: {},
  cookies: '',
  caches: [],
  databases: [],
  clock: true,
  sockets: true,
  isCalm: false,
  answer: 'of the site',
};

describe('a tab that a test has closed', () => {
  let browser: Browser;
  let site: Server;
  let url = '';
  beforeAll(async () => {
    browser = await launchBrowser();
    site = createServer((request, response) => {
      response.setHeader('content-type', 'text/html');
      if (request.url === '/cookie') response.setHeader('set-cookie', 'one=1');
      response.end(request.url === '/answer' ? 'of the site' : '<title>Site</title>');
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const address = site.address();
    url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`;
  });
  afterAll(async () => {
    await browser.close();
    site.close();
  });

  async function open(stored?: Record<string, string>): Promise<BrowserTab> {
    const tab = await openBrowserTab(browser, { ...SIZE, ...(stored === undefined ? {} : { stored }) });
    await tab.page.goto(url);
    return tab;
  }

  it('is used again, and finds nothing of that test', async () => {
    const first = await open({ lang: 'en' });
    let messages = 0;
    first.page.on('console', () => {
      messages += 1;
    });
    await first.page.emulateMedia({ reducedMotion: 'reduce' });
    await first.page.route('**/answer', (route) => route.fulfill({ body: 'of the test' }));
    await first.page.evaluate(async () => {
      localStorage.setItem('TOKEN', 'one');
      sessionStorage.setItem('place', 'one');
      await fetch('/cookie');
      await caches.open('one');
      await new Promise((resolve) => {
        indexedDB.open('one').onsuccess = resolve;
      });
    });
    expect(await traces(first.page)).toMatchObject({
      cookies: 'one=1',
      isCalm: true,
      answer: 'of the test',
    });
    await first.close();

    const second = await open();
    expect(second.page).toBe(first.page);
    expect(await traces(second.page)).toEqual(NOTHING);
    await second.page.evaluate(() => console.log('of the second test'));
    expect(messages).toBe(0);
    await second.close();
  });

  it('is not used again if the test has replaced its clock or its sockets, or if it has crashed', async () => {
    const stopped = await open();
    await stopped.page.clock.install();
    await stopped.close();
    const cut = await open();
    await cut.page.routeWebSocket('**/*', () => undefined);
    await cut.close();
    const crashed = await open();
    await crashed.page.goto('chrome://crash').catch(() => undefined);
    await crashed.close();

    const next = await open();
    expect([stopped.page, cut.page, crashed.page]).not.toContain(next.page);
    expect(await traces(next.page)).toEqual(NOTHING);
    await next.close();
  });
});
