import type { Browser } from 'playwright';
import { launchBrowser } from '../support/browser.ts';
import { startRingside, temporaryFolder } from '../support/ringside.ts';
import { ToolPage } from '../support/toolPage.ts';
import { INCREMENTS, writeMillionShow } from './millionShow.ts';
import { median } from './statistics.ts';

const RUNS = 5;

/**
 * Measures a show of a million gift messages by a hundred thousand viewers: the time from opening the page to its
 * totals, the time from starting the server to the totals, and the tab's memory. Figures are medians of five runs.
 */
export async function bench(): Promise<Record<string, number>> {
  const dataDir = temporaryFolder();
  await (await writeMillionShow(dataDir)).close();
  const browser = await launchBrowser();
  const runs: { page: number; all: number; heapMb: number }[] = [];
  try {
    for (let run = 0; run < RUNS; run++) runs.push(await reopen(browser, dataDir));
  } finally {
    await browser.close();
  }
  return {
    'million.onScreen.ms': median(runs.map((run) => run.page)),
    'million.startToScreen.ms': median(runs.map((run) => run.all)),
    'million.tabHeap.mb': median(runs.map((run) => run.heapMb)),
  };
}

async function reopen(
  browser: Browser,
  dataDir: string,
): Promise<{ page: number; all: number; heapMb: number }> {
  const begun = performance.now();
  const ringside = await startRingside({ dataDir });
  const ready = performance.now();
  const tool = await ToolPage.open(browser, ringside.url);
  await tool.page.waitForFunction(
    (shown) => document.querySelector('main')?.textContent?.includes(shown),
    INCREMENTS.toLocaleString('en'),
  );
  const done = performance.now();
  const session = await tool.page.context().newCDPSession(tool.page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await tool.close();
  await ringside.kill('SIGTERM');
  return { page: done - ready, all: done - begun, heapMb: usedSize / 1_000_000 };
}
