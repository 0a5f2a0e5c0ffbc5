import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import type { LivePage, Pages } from '#backstage/sources/page/pageSource.ts';
import type { Line } from '#shared/contract/connection.ts';
import { RingsideError } from '#shared/contract/error.ts';

/** Where Chromium and Chrome are installed. */
const BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/usr/bin/chromium-headless-shell',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** How long the browser stays open without a page (ms). */
const IDLE = 60_000;

/** Timers of hidden pages must not be throttled: the heartbeat of a room is 10 s. */
const SWITCHES = [
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
  '--disable-backgrounding-occluded-windows',
  '--mute-audio',
];

/** The path of the machine's browser: PAGE_BROWSER, else one of the usual places; null for none. */
export function findPageBrowser(environment: { PAGE_BROWSER?: string | undefined }): string | null {
  const { PAGE_BROWSER = '' } = environment;
  if (PAGE_BROWSER !== '') return existsSync(PAGE_BROWSER) ? PAGE_BROWSER : null;
  return BROWSERS.find((path) => existsSync(path)) ?? null;
}

/**
 * Opens the pages of all rooms in one Chromium, with a browser context per line. Closes the browser when it is idle.
 */
export class ChromiumPages implements Pages {
  readonly #find: () => string | null;
  readonly #mayOpen: (line: Line) => boolean;
  #browser: Promise<Browser> | null = null;
  #open = 0;
  #closing: NodeJS.Timeout | undefined;

  /** `mayOpen` limits the lines whose pages are opened. */
  constructor(find: () => string | null, mayOpen: (line: Line) => boolean = () => true) {
    this.#find = find;
    this.#mayOpen = mayOpen;
  }

  get state(): 'ready' | 'noBrowser' {
    return this.#find() === null ? 'noBrowser' : 'ready';
  }

  async open(line: Line): Promise<LivePage> {
    if (!this.#mayOpen(line)) {
      throw new RingsideError('room.hostNotAllowed', { host: new URL(line.webUrl).host });
    }
    clearTimeout(this.#closing);
    const browser = await this.#launched();
    const context = await browser.newContext({
      acceptDownloads: false,
      serviceWorkers: 'block',
      viewport: { width: 1280, height: 720 },
      userAgent: userAgentOf(browser.version()),
      locale: 'en-US',
    });
    const page = await context.newPage();
    // Close popups: a page never gets another window.
    context.on('page', (popup) => {
      if (popup !== page) void popup.close().catch(() => {});
    });
    const session = await context.newCDPSession(page);
    this.#open += 1;
    let closed = false;
    const release = (): void => {
      if (closed) return;
      closed = true;
      this.#open -= 1;
      this.#closeWhenIdle();
    };
    return {
      devtools: {
        send: async (method, parameters) => send(session, method, parameters),
        onEvent: (listener) => session.on('event', ({ method, params }) => listener(method, params)),
      },
      onGone: (listener) => {
        const gone = (): void => {
          if (closed) return;
          release();
          void context.close().catch(() => {});
          listener();
        };
        page.on('crash', gone);
        page.on('close', gone);
        browser.on('disconnected', gone);
      },
      close: async () => {
        release();
        await context.close();
      },
    };
  }

  async close(): Promise<void> {
    clearTimeout(this.#closing);
    const browser = this.#browser;
    this.#browser = null;
    await browser?.then((one) => one.close()).catch(() => {});
  }

  async #launched(): Promise<Browser> {
    const browser = this.#browser ?? this.#launch();
    this.#browser = browser;
    try {
      return await browser;
    } catch (error) {
      this.#browser = null;
      throw error;
    }
  }

  async #launch(): Promise<Browser> {
    const executablePath = this.#find();
    if (executablePath === null) throw new RingsideError('page.noBrowser');
    const { chromium } = await import('playwright-core');
    const browser = await chromium.launch({
      executablePath,
      args: SWITCHES,
      // Chromium's sandbox does not start as root.
      chromiumSandbox: process.getuid?.() !== 0,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    browser.on('disconnected', () => {
      this.#browser = null;
    });
    return browser;
  }

  #closeWhenIdle(): void {
    if (this.#open > 0) return;
    this.#closing = setTimeout(() => void this.close(), IDLE);
    this.#closing.unref();
  }
}

type Session = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['newCDPSession']>>;

/** Sends a DevTools command whose name is known only at run time. */
function send(session: Session, method: string, parameters?: Record<string, unknown>): Promise<unknown> {
  const untyped: { send(method: string, parameters?: Record<string, unknown>): Promise<unknown> } = session;
  return untyped.send(method, parameters);
}

/** The browser's own user agent without the word Headless. */
function userAgentOf(version: string): string {
  const major = version.split('.')[0] ?? '140';
  const system =
    process.platform === 'darwin'
      ? 'Macintosh; Intel Mac OS X 10_15_7'
      : process.platform === 'win32'
        ? 'Windows NT 10.0; Win64; x64'
        : 'X11; Linux x86_64';
  return `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`;
}
