import type { BrowserContext } from 'playwright';

/** What the app prints when Chromium ends by itself, with all of its pages. */
export const BROWSER_ENDED = 'the browser behind the windows has ended by itself';

let running: Promise<BrowserContext> | null = null;
let isClosing = false;

/**
 * The Chromium whose pages are the app's windows, started with the first of them. Its profile is the app's
 * user data, as in Electron, so what a page stores is there after a restart; a debugging port is open and
 * written to `DevToolsActivePort` in it, where a test finds it with either of the two.
 */
export function openBrowser(userData: string): Promise<BrowserContext> {
  running ??= start(userData);
  return running;
}

/** Ends it in order; what does not end in time is ended with this process. */
export async function closeBrowser(): Promise<void> {
  if (running === null) return;
  isClosing = true;
  const context = await running;
  const limit = new Promise<void>((resolve) => {
    setTimeout(resolve, 3_000).unref();
  });
  await Promise.race([context.close().catch(() => undefined), limit]);
}

async function start(userData: string): Promise<BrowserContext> {
  // Loaded with the first window, so that loading the app alone can be measured.
  const { chromium } = await import('playwright');
  const { findBrowser } = await import('../../support/browser.ts');
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error('The stand-in for Electron needs Chromium.');
  const context = await chromium.launchPersistentContext(userData, {
    executablePath,
    viewport: null,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-background-timer-throttling',
      '--disable-renderer-backgrounding',
      '--remote-debugging-port=0',
    ],
  });
  // A test that loses its page to this must not have to guess why.
  context.on('close', () => {
    if (!isClosing) process.stderr.write(`${BROWSER_ENDED}\n`);
  });
  return context;
}
