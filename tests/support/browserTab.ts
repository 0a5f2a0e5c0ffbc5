import type { Browser, Page } from 'playwright';

/** Playwright's own limit of a wait (ms). */
const PATIENCE = 30_000;

/** Most tabs that a browser keeps for later. Tests seldom open more at a time. */
const MOST_KEPT = 3;

/**
 * Emptied tabs by browser. A tab that has shown the app before loads it in less time than a new one, because its process
 * and its cached scripts are still there.
 */
const kept = new WeakMap<Browser, Page[]>();

/** The emptied tabs of a browser that wait for the next test. */
export const keptTabs = (browser: Browser): readonly Page[] => kept.get(browser) ?? [];

interface TabOptions {
  width: number;
  height: number;
  /** The limit of each wait (ms). */
  timeout?: number | undefined;
  /** Entries of localStorage for a document that has no language there. */
  stored?: Record<string, string>;
}

/** A tab with a browser context of its own, without cookies and stored data. */
export interface BrowserTab {
  page: Page;
  /** Empties the tab for a later test. A second call does nothing. */
  close(): Promise<void>;
}

export async function openBrowserTab(browser: Browser, options: TabOptions): Promise<BrowserTab> {
  const size = { width: options.width, height: options.height };
  const page = kept.get(browser)?.pop() ?? (await (await browser.newContext({ viewport: size })).newPage());
  await page.setViewportSize(size);
  page.context().setDefaultTimeout(options.timeout ?? PATIENCE);
  const { stored } = options;
  const started = stored === undefined ? null : await page.addInitScript(storeAtFirst, stored);
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    try {
      await started?.dispose();
      await empty(page);
      const others = keptTabs(browser);
      if (others.length >= MOST_KEPT || !(await isPristine(page))) await page.context().close();
      else kept.set(browser, [...others, page]);
    } catch {
      // The page has crashed, or the test has closed it.
      await page.context().close();
    }
  };
  return { page, close };
}

function storeAtFirst(entries: Record<string, string>): void {
  if (localStorage.getItem('lang') !== null) return;
  for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
}

/** Leaves the page, and deletes what it stored, what the test emulates, and what the test listens to. */
async function empty(page: Page): Promise<void> {
  const context = page.context();
  page.removeAllListeners();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const other of context.pages()) if (other !== page) await other.close();
  const { origin } = new URL(page.url());
  await page.evaluate(() => sessionStorage.clear());
  await page.emulateMedia({ reducedMotion: null });
  // A blank page of the same site keeps the tab's process. `about:blank` would end it.
  await page.route('**/emptied', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto(`${origin}/emptied`);
  await page.unrouteAll();
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await session.detach();
  await context.clearCookies();
}

/** Whether new documents have the browser's own clock and sockets: a test can replace them for the whole tab. */
function isPristine(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    [Date, setTimeout, WebSocket].every((it) => /\[native code\]/.test(Function.prototype.toString.call(it))),
  );
}
