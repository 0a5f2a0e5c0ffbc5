import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '#backstage/clock.ts';
import type { BackstageOptions } from '#backstage/options.ts';
import { type Loopback, openLoopback } from '#backstage/overlay/loopback.ts';
import type { OverlayLinkView } from '#shared/contract/calls/overlay.ts';
import { type WidgetKind, type WidgetOptions, widgetOptionsSchema } from '#shared/contract/overlay/widget.ts';
import { OverlayPage } from '#tests/support/overlayPage.ts';
import { linesTo } from '../backstage/fixtures.ts';
import { atEnd, backstage, simulator, startShow, temporaryFolder } from '../backstage/setup.ts';
import type { TestScreen } from '../backstage/testScreen.ts';

/** A folder with the built pages that a hub needs. */
export function pagesFolder(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>overlay</title>');
  writeFileSync(join(folder, 'assets', 'page-1a2b.js'), 'export {};');
  writeFileSync(join(folder, '.secret'), 'hidden');
  return folder;
}

export interface TestHub {
  screen: TestScreen;
  dataDir: string;
  loopback: Loopback;
  close(): Promise<void>;
  /** Creates a widget with the host's options. */
  widget(kind: WidgetKind, options?: Partial<WidgetOptions>): Promise<OverlayLinkView>;
  /** Opens a page of the widget. */
  shown(link: Pick<OverlayLinkView, 'url'>): Promise<OverlayPage>;
}

/** Opens a backstage with a hub on a free port. */
export async function openHub(options: Partial<BackstageOptions> & { port?: number } = {}): Promise<TestHub> {
  const { port = 0, ...rest } = options;
  const opened = await backstage(rest);
  const { screen, dataDir } = opened;
  const loopback = openLoopback({
    endpoint: opened.overlays,
    dataDir,
    pagesDir: pagesFolder(),
    firstPort: port,
    log: () => {},
    frames: ['app:'],
  });
  atEnd(() => loopback.close());
  const close = async () => {
    await loopback.close();
    await opened.close();
  };
  return {
    screen,
    dataDir,
    loopback,
    close,
    widget: async (kind, more) => {
      await screen.until(() => screen.pushes.some(({ push }) => push === 'overlay.changed'));
      const { link } = await screen.call('overlay.create', { kind, name: kind });
      const found = await linkOf(screen, link.id);
      if (more === undefined) return found;
      const { id, name, changedAt } = found;
      const options = { ...found.options, ...more };
      return (
        await screen.call('overlay.update', {
          id,
          name,
          options: widgetOptionsSchema.parse(options),
          changedAt,
        })
      ).link;
    },
    shown: async ({ url }) => {
      const page = await OverlayPage.shown(url);
      atEnd(() => page.close());
      return page;
    },
  };
}

/** A hub whose show counts the gifts of a simulator. */
export async function hubOnAir() {
  const sim = await simulator();
  const hub = await openHub({ lines: linesTo(sim) });
  await startShow(hub.screen, sim);
  return { sim, hub };
}

/** Waits until a link has a URL: the hub needs a moment to open its port. */
export async function linkOf(screen: TestScreen, id: string): Promise<OverlayLinkView> {
  const find = (): OverlayLinkView | undefined => {
    const push = screen.pushes.findLast((each) => each.push === 'overlay.changed');
    return push?.push === 'overlay.changed'
      ? push.links.find((link) => link.id === id && link.url !== '')
      : undefined;
  };
  await screen.until(() => find() !== undefined);
  const link = find();
  if (link === undefined) throw new Error(`no link ${id}`);
  return link;
}

/** A clock for the backstage. `advance` moves it forward and runs the timers that are due by then. */
export function movableClock() {
  let ahead = 0;
  const timers = new Map<object, { at: number; run: () => void }>();
  const now = () => systemClock.now() + ahead;
  return {
    clock: {
      ...systemClock,
      now,
      after: (ms: number, run: () => void) => {
        // Only long waits stand for the time on stage; all others are the hub's own pace.
        if (ms < 5000) return systemClock.after(ms, run);
        const key = {};
        timers.set(key, { at: now() + ms, run });
        return () => void timers.delete(key);
      },
    },
    advance: (ms: number) => {
      ahead += ms;
      for (const [key, { at, run }] of timers) {
        if (at > now()) continue;
        timers.delete(key);
        run();
      }
    },
  };
}
