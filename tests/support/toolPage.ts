import type { Browser, Locator, Page } from 'playwright';
import { openBrowserTab } from './browserTab.ts';
import { openTab } from './openTab.ts';

export interface ToolPageOptions {
  language?: 'en' | 'ja' | 'zh_CN';
  dark?: boolean;
  width?: number;
  height?: number;
  path?: string;
  /** Asks pages for less motion: previews of widgets then stand still, which takes less processor time. */
  calm?: boolean;
  /** Token of the signed-in account. */
  token?: string;
  /** The limit of each wait (ms); by default Playwright's own. */
  timeout?: number;
}

/** A window with the tool. Finds controls by their visible texts. */
export class ToolPage {
  readonly page: Page;
  readonly #close: () => Promise<void>;
  /** Errors of the page. Tests expect none at their end. */
  readonly complaints: string[] = [];

  private constructor(page: Page, close: () => Promise<void>) {
    this.#close = close;
    this.page = page;
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(message.text());
    });
  }

  static async open(browser: Browser, url: string, options: ToolPageOptions = {}): Promise<ToolPage> {
    const {
      language = 'en',
      dark = true,
      width = 1280,
      height = 720,
      path = 'tool',
      token = '',
      calm = false,
    } = options;
    const { page, close } = await openBrowserTab(browser, {
      width,
      height,
      timeout: options.timeout,
      stored: {
        lang: language,
        ...(dark ? {} : { 'ringside.settings': JSON.stringify({ version: 1, dark: false }) }),
        ...(token === '' ? {} : { TOKEN: token }),
      },
    });
    if (calm) await page.emulateMedia({ reducedMotion: 'reduce' });
    const tool = new ToolPage(page, close);
    await tool.page.goto(new URL(path, url).href);
    return tool;
  }

  /** Uses an open window, such as the desktop app's: sets its language and leaves it open at the end. */
  static async of(
    page: Page,
    { language = 'en' }: Pick<ToolPageOptions, 'language'> = {},
  ): Promise<ToolPage> {
    const tool = new ToolPage(page, async () => {});
    await page.evaluate((lang) => localStorage.setItem('lang', lang), language);
    await page.reload();
    // A large stage hides the totals.
    await page.waitForSelector('[data-totals]', { state: 'attached' });
    return tool;
  }

  /** Switches to light colours, as if chosen in another window of the browser. */
  async turnLight(): Promise<void> {
    await this.page.evaluate(() => {
      const stored: unknown = JSON.parse(localStorage.getItem('ringside.settings') ?? '{}');
      localStorage.setItem(
        'ringside.settings',
        JSON.stringify({ version: 1, ...Object(stored), dark: false }),
      );
      window.dispatchEvent(new StorageEvent('storage', { key: 'ringside.settings' }));
    });
    await this.page.locator('html:not(.dark-mode)').waitFor({ state: 'attached' });
  }

  /** The username field, which is hidden while the connection is folded into the bar. */
  get username(): Locator {
    return this.page.getByRole('textbox', { name: 'Live room username', includeHidden: true });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name }).first();
  }

  tab(name: string): Promise<void> {
    return openTab(this.page, name);
  }

  async connect(username: string): Promise<void> {
    await this.username.fill(username);
    await this.username.press('Enter');
  }

  /** The totals of Total Votes by label. */
  async totals(): Promise<Record<string, number>> {
    const pairs = await this.page
      .locator('[data-totals] > div')
      .evaluateAll((items) =>
        items.map((item) => [
          item.querySelector('dt')?.textContent ?? '',
          item.querySelector('dd')?.textContent ?? '',
        ]),
      );
    return Object.fromEntries(pairs.map(([label = '', value = '']) => [label, toNumber(value)]));
  }

  /** The anchors' votes by nickname. */
  async anchorVotes(): Promise<Record<string, number>> {
    const pairs = await this.page
      .locator('ol.anchors > li')
      .evaluateAll((items) =>
        items.map((item) => [
          item.querySelector('.anchor__name')?.textContent ?? '',
          item.querySelector('.anchor__votes')?.textContent ?? '',
        ]),
      );
    return Object.fromEntries(pairs.map(([name = '', votes = '']) => [name, toNumber(votes)]));
  }

  /** Texts of the rows of Gift Data that contain `viewer`, from the top. The DOM has another order. */
  rowsOf(viewer: string): Promise<string[]> {
    return this.page.locator('[data-row]', { hasText: viewer }).evaluateAll((rows) =>
      rows
        .map((row) => ({ top: row.getBoundingClientRect().top, text: row.textContent }))
        .sort((one, other) => one.top - other.top)
        .map(({ text }) => text),
    );
  }

  async close(): Promise<void> {
    await this.#close();
  }
}

function toNumber(text: string): number {
  return Number(text.replaceAll(/[^\d.-]/g, ''));
}
