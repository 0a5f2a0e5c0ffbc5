import { join } from 'node:path';
import type { BrowserContext } from 'playwright';

/** The app prints this if Chromium exits by itself with all its pages. */
const BROWSER_ENDED = 'the browser behind the windows has ended by itself';

const running = new Map<string, Promise<BrowserContext>>();
let isClosing = false;

/**
 * The Chromium that shows the app's windows, started with the first window. Its profile is the user data folder, as in
 * Electron, so stored data survives a restart. Its debugging port is in `DevToolsActivePort`, as with Electron.
 *
 * A `partition` with stored data has a Chromium and a profile of its own, below `Partitions` as in Electron.
 */
export function openBrowser(userData: string, partition = ''): Promise<BrowserContext> {
  const folder = profileOf(userData, partition);
  const started = running.get(folder) ?? start(folder);
  running.set(folder, started);
  return started;
}

/** The profile folder of a partition. Only partitions of other origins than the app's need their own. */
export function profileOf(userData: string, partition: string): string {
  return partition === 'persist:live-page' ? join(userData, 'Partitions', 'live-page') : userData;
}

/** Closes the browser. After a time limit, it ends with this process. */
export async function closeBrowser(): Promise<void> {
  if (running.size === 0) return;
  isClosing = true;
  const contexts = await Promise.all(running.values());
  const limit = new Promise<void>((resolve) => {
    setTimeout(resolve, 3_000).unref();
  });
  const closed = Promise.all(contexts.map((context) => context.close().catch(() => undefined)));
  await Promise.race([closed, limit]);
}

async function start(userData: string): Promise<BrowserContext> {
  // Load Playwright with the first window, to measure the load time of the app alone.
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
  // Print the reason, so that a test that loses its page fails with it.
  context.on('close', () => {
    if (!isClosing) process.stderr.write(`${BROWSER_ENDED}\n`);
  });
  return context;
}
