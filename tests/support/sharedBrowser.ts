import type { Browser } from 'playwright';
import { launchBrowser } from './browser.ts';
import { keptTabs } from './browserTab.ts';

let shared: Browser | null = null;

/**
 * The browser of all test files of this worker, which ends with the worker. Starting it and loading the first page costs
 * some seconds of processor time.
 */
export async function sharedBrowser(): Promise<Browser> {
  if (shared?.isConnected() !== true) shared = await launchBrowser();
  return shared;
}

/** Closes what a test file has left open in the shared browser, but not the emptied tabs for later tests. */
export async function closeTabs(): Promise<void> {
  if (shared === null) return;
  const kept = keptTabs(shared).map((page) => page.context());
  const left = shared.contexts().filter((context) => !kept.includes(context));
  await Promise.all(left.map((context) => context.close()));
}
