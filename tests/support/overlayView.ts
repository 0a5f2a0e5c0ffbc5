import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { type BrowserTab, openBrowserTab } from './browserTab.ts';
import { restoreBackground, transparentPicture } from './transparentPicture.ts';
import { until } from './until.ts';

/** A transparent overlay page in a browser, as in streaming software. */
export interface OverlayView {
  page: Page;
  /** Errors in the page's log. */
  faults: string[];
  /** Waits until the page shows the hub's message with this number. */
  seen(seq: number): Promise<void>;
  text(selector: string): Promise<string>;
  /** Reloads the page, optionally in another size. */
  reopen(size?: { width: number; height: number }): Promise<void>;
  close(): Promise<void>;
}

export async function openOverlayView(
  browser: Browser,
  url: string,
  { width = 540, height = 960, locale, prepare }: Partial<ViewOptions> = {},
): Promise<OverlayView> {
  const { page, close } = await (locale === undefined && prepare === undefined
    ? openBrowserTab(browser, { width, height })
    : openOwnTab(browser, { viewport: { width, height }, locale: locale ?? 'en-US' }));
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  await prepare?.(page);
  await page.goto(url);
  return {
    page,
    faults,
    seen: (seq) =>
      until(
        async () => Number(await page.evaluate(() => document.documentElement.dataset.seq ?? '-1')) >= seq,
        `the page to show ${seq}`,
      ),
    text: async (selector) => (await page.locator(selector).first().textContent()) ?? '',
    reopen: async (size) => {
      if (size !== undefined) await page.setViewportSize(size);
      await page.reload();
    },
    close: async () => {
      if (!page.isClosed()) await restoreBackground(page);
      await close();
    },
  };
}

/** A tab for a test that changes what would stay: the language, or what `prepare` sets up. */
async function openOwnTab(browser: Browser, options: BrowserContextOptions): Promise<BrowserTab> {
  const context = await browser.newContext(options);
  return { page: await context.newPage(), close: () => context.close() };
}

interface ViewOptions {
  width: number;
  height: number;
  locale: string;
  prepare: (page: Page) => Promise<void>;
}

/** Shares of transparent and opaque pixels (0 to 1), and the alpha of the last pixel (0 to 255). */
export async function alphaOf(page: Page): Promise<{ clear: number; solid: number; corner: number }> {
  const { data } = await transparentPicture(page);
  let clear = 0;
  let solid = 0;
  for (let at = 3; at < data.length; at += 4) {
    if (data[at] === 0) clear += 1;
    else if ((data[at] ?? 0) > 200) solid += 1;
  }
  const pixels = data.length / 4;
  return { clear: clear / pixels, solid: solid / pixels, corner: data[data.length - 1] ?? 0 };
}
