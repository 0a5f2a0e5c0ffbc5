import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as macrotask } from 'node:timers/promises';
import type { Browser } from 'playwright';
import type { OverlayDoor } from '#backstage/overlay/door.ts';
import { type Loopback, openLoopback } from '#backstage/overlay/loopback.ts';
import { type WidgetKind, widgetOptionsSchema } from '#shared/contract/overlay/widget.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { overlayPages } from '#tests/support/overlayBuild.ts';
import { type OverlayView, openOverlayView } from '#tests/support/overlayView.ts';
import { until } from '#tests/support/until.ts';
import { LongShow, STEPS_AN_HOUR } from './longShow.ts';
import type { SoakOptions, SoakResult } from './main.ts';

const HOURS = 8;
const WARM_HOURS = 1;
/** A page's memory (bytes) and its nodes may differ by so much between two hours of the same show. */
const FLAT_WITHIN = { heap: 2 * 1024 * 1024, nodes: 300 };
/** Bytes that may wait for all pages together before the show goes on: they are to follow, not to fall behind. */
const MOST_WAITING = 256 * 1024;
/** What their clock alone makes look different is looked at elsewhere. */
const BY_CLOCK: ReadonlySet<WidgetKind> = new Set(['countdown', 'effects']);

interface LongPage {
  kind: WidgetKind;
  url: string;
  view: OverlayView;
}

/**
 * The real pages of every widget, open in a browser through eight hours of a busy show in accelerated time. After
 * each hour they say what a page says that is opened then, and neither their memory nor their elements grow.
 */
export async function soak({ count = HOURS, seed, say }: SoakOptions): Promise<SoakResult> {
  const folder = mkdtempSync(join(tmpdir(), 'ringside-soak-'));
  const show = new LongShow(folder, seed);
  const waiting = new Set<{ readonly backlog: number }>();
  const browser = await launchBrowser();
  const loopback = await serve(noting(show.overlays, waiting), folder, show);
  const used: Used[] = [];
  let drifted = 0;
  const faults: string[] = [];
  try {
    const pages = await openPages(browser, show);
    for (let hour = 1; hour <= count; hour += 1) {
      for (let step = 0; step < STEPS_AN_HOUR; step += 1) {
        show.playStep();
        do await macrotask();
        while ([...waiting].reduce((sum, { backlog }) => sum + backlog, 0) > MOST_WAITING);
      }
      show.settle();
      const wrong: string[] = [];
      for (const page of pages) if (!(await saysTheSame(browser, page, show))) wrong.push(page.kind);
      drifted += wrong.length;
      used.push(await usedBy(pages));
      const { heap, nodes } = used.at(-1) ?? { heap: 0, nodes: 0 };
      const verdict = wrong.length === 0 ? 'all as they are' : `${wrong.join(', ')} DRIFTED`;
      say(
        `hour ${hour}: ${show.changes} changes, ${(heap / 1024 / 1024).toFixed(1)} MB, ${nodes} nodes, ${verdict}`,
      );
    }
    for (const { kind, view } of pages) faults.push(...view.faults.map((fault) => `${kind}: ${fault}`));
  } finally {
    await browser.close();
    await loopback.close();
    await show.close();
    rmSync(folder, { recursive: true, force: true });
  }
  const settled = used.slice(Math.min(WARM_HOURS, used.length - 1));
  const growthOf = (what: keyof Used) =>
    Math.max(...settled.map((each) => each[what])) - (settled[0]?.[what] ?? 0);
  const grown = { heap: growthOf('heap'), nodes: growthOf('nodes') };
  const kinds = show.pages.length;
  return {
    passed:
      drifted === 0 &&
      faults.length === 0 &&
      grown.heap < FLAT_WITHIN.heap * kinds &&
      grown.nodes < FLAT_WITHIN.nodes,
    hours: used.length,
    changes: show.changes,
    drifted,
    faults,
    heapGrowthMb: Number((grown.heap / 1024 / 1024).toFixed(1)),
    nodesMore: grown.nodes,
  };
}

/** The same door, with a note of every socket that is open. */
function noting(door: OverlayDoor, sockets: Set<{ readonly backlog: number }>): OverlayDoor {
  return {
    knows: (token) => door.knows(token),
    enter: (token, socket) => {
      const seat = door.enter(token, socket);
      if (seat === null) return null;
      sockets.add(socket);
      return {
        resync: () => seat.resync(),
        leave: () => {
          sockets.delete(socket);
          seat.leave();
        },
      };
    },
    picture: (name) => door.picture(name),
    serveAt: (place, problem) => door.serveAt(place, problem),
    onLinks: (listener) => door.onLinks(listener),
  };
}

async function serve(door: OverlayDoor, dataDir: string, show: LongShow): Promise<Loopback> {
  const pagesDir = await overlayPages();
  const loopback = openLoopback({ door, dataDir, pagesDir, firstPort: 0, log: () => {} });
  await until(() => show.overlays.list().every(({ url }) => url !== ''), 'the pages to be served');
  return loopback;
}

async function openPages(browser: Browser, show: LongShow): Promise<LongPage[]> {
  const pages: LongPage[] = [];
  for (const { id, name, options, changedAt } of show.overlays.list()) {
    // On one page: which of two is shown follows a clock.
    const wanted = widgetOptionsSchema.parse({ ...options, ...('perPage' in options && { perPage: 12 }) });
    const { url } = show.overlays.update(id, name, wanted, changedAt);
    const view = await openShown(browser, url, show);
    pages.push({ kind: options.kind, url, view });
  }
  return pages;
}

/** The hub's clock is turned by nobody else: without it nobody is told anything. */
async function openShown(browser: Browser, url: string, show: LongShow): Promise<OverlayView> {
  const view = await openOverlayView(browser, url);
  await until(async () => {
    show.settle();
    return (await view.page.locator('.host > *').count()) > 0;
  }, 'a page to show something');
  return view;
}

/** Whether a page that is opened now says the same as one that has been there all the time. */
async function saysTheSame(
  browser: Browser,
  { kind, url, view }: LongPage,
  show: LongShow,
): Promise<boolean> {
  if (BY_CLOCK.has(kind)) return true;
  const fresh = await openShown(browser, url, show);
  try {
    const textOf = ({ page }: OverlayView) => page.locator('.host').innerText();
    let now = '';
    await until(async () => {
      now = await textOf(fresh);
      return (await textOf(view)) === now;
    }, `the page of ${kind} to say what a new one says`);
    return now !== '';
  } catch {
    return false;
  } finally {
    await fresh.close();
  }
}

interface Used {
  heap: number;
  nodes: number;
}

/** Of all pages together, once everything else has been thrown away. */
async function usedBy(pages: readonly LongPage[]): Promise<Used> {
  const sum: Used = { heap: 0, nodes: 0 };
  for (const { view } of pages) {
    const session = await view.page.context().newCDPSession(view.page);
    await session.send('Performance.enable');
    await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    const metricOf = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? 0;
    sum.heap += metricOf('JSHeapUsedSize');
    sum.nodes += metricOf('Nodes');
    await session.detach();
  }
  return sum;
}
