import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { z } from 'zod';
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

/** How long the browser stays open without a page (ms), by default. */
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

/** Whether the machine shows windows to a person. */
export function hasDisplay(environment: NodeJS.ProcessEnv, platform = process.platform): boolean {
  const { DISPLAY = '', WAYLAND_DISPLAY = '' } = environment;
  return platform === 'darwin' || platform === 'win32' || DISPLAY !== '' || WAYLAND_DISPLAY !== '';
}

interface ChromiumOptions {
  /** Limits the lines whose pages are opened; all lines by default. */
  mayOpen?: (line: Line) => boolean;
  /**
   * Opens pages in minimised windows that a person can see. All lines then share the platform's cookies and stored
   * data, which are in this folder. By default, the browser has no windows, and each line has a context that stores
   * nothing.
   */
  windowsWithProfile?: string | undefined;
  /** How long the browser stays open without a page (ms). */
  idleFor?: number;
}

/** A running browser. With windows, all pages are in the context of its profile. */
type Running =
  | { browser: Browser; shared: null }
  | { browser: null; shared: BrowserContext; blank: Page | undefined };

/** Opens the pages of all rooms in one Chromium. Closes the browser when it is idle. */
export class ChromiumPages implements Pages {
  readonly #find: () => string | null;
  readonly #options: ChromiumOptions;
  readonly #platforms = new Set<string>();
  #running: Promise<Running> | null = null;
  #open = 0;
  #closing: NodeJS.Timeout | undefined;

  constructor(find: () => string | null, options: ChromiumOptions = {}) {
    this.#find = find;
    this.#options = options;
  }

  get state(): 'ready' | 'noBrowser' {
    return this.#find() === null ? 'noBrowser' : 'ready';
  }

  get hasWindows(): boolean {
    const path = this.#find();
    return (
      this.#options.windowsWithProfile !== undefined && path !== null && !basename(path).includes('headless')
    );
  }

  async open(line: Line): Promise<LivePage> {
    if (this.#options.mayOpen?.(line) === false) {
      throw new RingsideError('room.hostNotAllowed', { host: new URL(line.webUrl).host });
    }
    clearTimeout(this.#closing);
    this.#platforms.add(new URL(line.webUrl).origin);
    this.#open += 1;
    let closed = false;
    const release = (): void => {
      if (closed) return;
      closed = true;
      this.#open -= 1;
      this.#closeWhenIdle();
    };
    try {
      const running = await this.#launched();
      const context = running.shared ?? (await headlessContext(running.browser));
      const close = async (): Promise<void> => {
        if (running.shared === null) await context.close();
        else await page.close();
      };
      const page = takeBlank(running) ?? (await context.newPage());
      // Close popups: a page never gets another window.
      page.on('popup', (popup) => void popup.close().catch(() => {}));
      const session = await context.newCDPSession(page);
      const tools = untyped(session);
      const setState = (windowState: 'minimized' | 'normal') => setWindowState(tools, windowState);
      const hasWindow = running.shared !== null;
      if (hasWindow) await setState('minimized');
      return {
        devtools: {
          send: (method, parameters) => tools.send(method, parameters),
          onEvent: (listener) => session.on('event', ({ method, params }) => listener(method, params)),
        },
        ...(hasWindow && {
          show: (shown: boolean) => {
            void setState(shown ? 'normal' : 'minimized')
              .then(() => (shown ? page.bringToFront() : undefined))
              .catch(() => {});
          },
        }),
        onGone: (listener) => {
          const gone = (): void => {
            if (closed) return;
            release();
            void close().catch(() => {});
            listener();
          };
          page.on('crash', gone);
          page.on('close', gone);
          context.on('close', gone);
        },
        close: async () => {
          release();
          await close();
        },
      };
    } catch (error) {
      release();
      throw error;
    }
  }

  async signOut(): Promise<void> {
    const profile = this.#options.windowsWithProfile;
    const running = await this.#running?.catch(() => null);
    if (running?.shared && this.#open > 0) {
      await running.shared.clearCookies();
      const page = await running.shared.newPage();
      const tools = untyped(await running.shared.newCDPSession(page));
      for (const origin of this.#platforms) {
        await tools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
      }
      await tools.send('Network.clearBrowserCache');
      await page.close();
    } else {
      await this.close();
      if (profile !== undefined) await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#closing);
    const running = this.#running;
    this.#running = null;
    await running?.then(({ browser, shared }) => (shared ?? browser)?.close()).catch(() => {});
  }

  async #launched(): Promise<Running> {
    const running: Promise<Running> =
      this.#running ??
      this.#launch(() => {
        if (this.#running === running) this.#running = null;
      });
    this.#running = running;
    try {
      return await running;
    } catch (error) {
      if (this.#running === running) this.#running = null;
      throw error;
    }
  }

  async #launch(ended: () => void): Promise<Running> {
    const executablePath = this.#find();
    if (executablePath === null) throw new RingsideError('page.noBrowser');
    const { chromium } = await import('playwright-core');
    const options = {
      executablePath,
      args: SWITCHES,
      // Playwright turns the popup blocker off.
      ignoreDefaultArgs: ['--disable-popup-blocking'],
      // Chromium's sandbox does not start as root.
      chromiumSandbox: process.getuid?.() !== 0,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    };
    const profile = this.#options.windowsWithProfile;
    if (profile === undefined || !this.hasWindows) {
      const browser = await chromium.launch(options);
      browser.on('disconnected', ended);
      return { browser, shared: null };
    }
    const shared = await chromium.launchPersistentContext(profile, {
      ...options,
      ...contextOptions,
      args: [...SWITCHES, '--start-minimized'],
      headless: false,
      viewport: null,
    });
    shared.on('close', ended);
    return { browser: null, shared, blank: shared.pages()[0] };
  }

  #closeWhenIdle(): void {
    if (this.#open > 0) return;
    this.#closing = setTimeout(() => void this.close(), this.#options.idleFor ?? IDLE);
    this.#closing.unref();
  }
}

/** A DevTools session for commands whose names are known only at run time. */
interface Tools {
  send(method: string, parameters?: Record<string, unknown>): Promise<unknown>;
}

function untyped(session: Awaited<ReturnType<BrowserContext['newCDPSession']>>): Tools {
  const tools: Tools = session;
  return { send: (method, parameters) => tools.send(method, parameters) };
}

const windowSchema = z.object({ windowId: z.number() });

async function setWindowState(tools: Tools, windowState: 'minimized' | 'normal'): Promise<void> {
  const { windowId } = windowSchema.parse(await tools.send('Browser.getWindowForTarget'));
  await tools.send('Browser.setWindowBounds', { windowId, bounds: { windowState } });
}

/** Takes the empty page with which a browser with windows starts. */
function takeBlank(running: Running): Page | undefined {
  if (running.shared === null) return undefined;
  const { blank } = running;
  running.blank = undefined;
  return blank;
}

const contextOptions: BrowserContextOptions = { acceptDownloads: false, serviceWorkers: 'block' };

function headlessContext(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({
    ...contextOptions,
    viewport: { width: 1280, height: 720 },
    userAgent: userAgentOf(browser.version()),
    locale: 'en-US',
  });
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
