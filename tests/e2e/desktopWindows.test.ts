import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { desktopsOfTests, eventually } from '#tests/electron/desktops.ts';
import { needsStandIn } from '#tests/electron/findElectron.ts';
import { Desktop } from '#tests/electron/launch.ts';
import { ask } from '#tests/electron/toolWindow.ts';
import { temporaryFolder } from '#tests/support/ringside.ts';

const launch = desktopsOfTests();

/**
 * Expects a capture to have the pixel size of the layout. Waits for the size of the page first: a screenshot that is
 * taken during a resize restores the former size.
 */
async function expectCaptured(page: Page): Promise<void> {
  await eventually(() => page.evaluate(() => [innerWidth, innerHeight, devicePixelRatio])).toEqual([
    960, 540, 1,
  ]);
  const png = await page.screenshot();
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([960, 540]);
}

describe('window', needsStandIn(), () => {
  /** One app for all tests, which close the windows that they open. */
  let desktop: Desktop;
  let tool: Page;
  beforeAll(async () => {
    desktop = await Desktop.launch();
    tool = await desktop.page('/tool');
    await tool.waitForSelector('[data-totals]');
  });
  afterEach(async () => {
    desktop.order({ order: 'scale', scaleFactor: 1 });
    await tool.evaluate(() => window.ringside?.closeWorkbench({}));
    const others = () =>
      tool
        .context()
        .pages()
        .filter((page) => /workbench|wall/.test(page.url()));
    await eventually(others).toEqual([]);
  });
  afterAll(() => desktop?.dispose());

  async function openWorkbench(): Promise<Page> {
    await tool.evaluate(() =>
      window.ringside?.openWorkbench({ layout: 'horizontal', alwaysOnTop: false, transparent: false }),
    );
    return desktop.page('/workbench');
  }

  it.each([1, 1.25, 1.5, 2])(
    'for the workbench is captured with the same pixels at a scaling of %d',
    async (scale) => {
      desktop.order({ order: 'scale', scaleFactor: scale });
      await expectCaptured(await openWorkbench());
    },
  );

  it('for the workbench follows the display to another scaling while it is open', async () => {
    const workbench = await openWorkbench();
    desktop.order({ order: 'scale', scaleFactor: 1.5 });
    await desktop.note('window', ({ title, width }) => title.includes('Workbench') && width === 640);
    await expectCaptured(workbench);
  });

  it('for the workbench is frameless, opaque and never throttled, and ignores the title of its page', async () => {
    await tool.evaluate(() => window.ringside?.openWorkbench({ layout: 'vertical', alwaysOnTop: true }));
    const workbench = await desktop.page('/workbench');
    await workbench.evaluate(() => {
      document.title = 'another name';
    });
    const seen = await desktop.note(
      'window',
      ({ title, alwaysOnTop }) => title.includes('Workbench') && alwaysOnTop,
    );
    expect(seen).toMatchObject({
      title: 'Ringside Avatar Workbench',
      width: 540,
      height: 960,
      frame: false,
      transparent: false,
      backgroundThrottling: false,
    });
    await tool.evaluate(() => window.ringside?.openWorkbench({ transparent: true }));
    await desktop.note(
      'window',
      ({ title, transparent }) => title === 'Ringside Avatar Workbench' && transparent,
    );
    expect(desktop.notes.some((note) => note.note === 'window' && note.title === 'another name')).toBe(false);
  });

  it('for the workbench can be moved by its content, because it has no frame', async () => {
    desktop.order({ order: 'clickMenu', id: 'workbench' });
    const main = (await desktop.page('/workbench')).locator('main');
    const moves = () =>
      main.evaluate((element) => getComputedStyle(element).getPropertyValue('-webkit-app-region'));
    await eventually(moves).toBe('drag');
  });

  it('for the tool is reloaded when it hangs, and shows the show again', async () => {
    tool.evaluate('for (;;);').catch(() => undefined);
    desktop.order({ order: 'hung', path: '/tool' });
    tool = await desktop.page('/tool');
    await tool.waitForSelector('[data-totals]');
    await eventually(() => ask(tool, 'show.list', {}).catch(() => null)).toEqual({ shows: [] });
    expect(desktop.log).toContain('a page does not answer');
  });

  it('for the wall shows the same show, and closes with Escape', async () => {
    await tool.evaluate(() => window.ringside?.openWall({}));
    const wall = await desktop.page('/tool/wall');
    await ask(tool, 'rehearsal.open', { size: 'small', locale: 'en' });
    await ask(tool, 'session.act', { action: 'start' });
    // The heading of the stage.
    await wall.locator('main h1').waitFor();
    // The window may be gone before the key is released.
    await wall.keyboard.press('Escape').catch(() => undefined);
    await eventually(async () => wall.isClosed()).toBe(true);
    expect(tool.isClosed()).toBe(false);
  });
});

describe('window of the wall with a second display', needsStandIn(), () => {
  const env = { STAND_IN_SECOND_DISPLAY: '1' };
  const atSecond = { x: 1920, fullScreen: true };
  const atMain = { x: 320, fullScreen: false };

  async function openWall(desktop: Desktop): Promise<Page> {
    const tool = await desktop.page('/tool');
    await tool.waitForSelector('[data-totals]');
    await tool.evaluate(() => window.ringside?.openWall({}));
    return desktop.page('/tool/wall');
  }
  /** Waits until the newest place of the wall is this. Only the wall is as wide as its first size. */
  async function expectPlace(desktop: Desktop, place: typeof atMain): Promise<void> {
    const newest = () =>
      desktop.notes.findLast((note) => note.note === 'window' && note.width === 1280 && note.x >= 0);
    await eventually(newest).toMatchObject(place);
  }

  async function restart(desktop: Desktop, variables: Record<string, string>): Promise<Desktop> {
    desktop.order({ order: 'quit' });
    await desktop.ended();
    return launch({ userData: desktop.userData, env: variables });
  }

  it('fills it, goes on in a window while it is unplugged, and returns with it, after restarts too', async () => {
    const first = await launch({ env });
    const wall = await openWall(first);
    await expectPlace(first, atSecond);
    first.order({ order: 'secondDisplay', on: false });
    await expectPlace(first, atMain);
    first.order({ order: 'secondDisplay', on: true });
    await expectPlace(first, atSecond);
    expect(wall.isClosed()).toBe(false);
    expect(first.faults).toEqual([]);

    const both = await restart(first, env);
    await openWall(both);
    await expectPlace(both, atSecond);

    const alone = await restart(both, {});
    await openWall(alone);
    await expectPlace(alone, atMain);
    alone.order({ order: 'secondDisplay', on: true });
    await expectPlace(alone, atSecond);
  });
});

describe('settings of the desktop app', () => {
  it(
    'are reset with a notice if unreadable; the file is kept, and new ones are kept too',
    needsStandIn(),
    async () => {
      const userData = temporaryFolder();
      writeFileSync(join(userData, 'settings.json'), '{"version": 1, "language": "ja", ');
      const desktop = await launch({ userData });
      const told = await desktop.note('dialog');
      const kept = readdirSync(userData).find((name) => name.startsWith('settings.broken-')) ?? '';
      expect(told.detail).toContain(kept);
      expect(readFileSync(join(userData, kept), 'utf8')).toContain('"language": "ja", ');

      // From then on they work, and are kept.
      const page = await desktop.page('/tool');
      await desktop.note('menu', ({ labels }) => labels.includes('ファイル'));
      // A loading page would save its own language.
      await page.waitForSelector('[data-totals]');
      await page.evaluate(() => window.ringside?.savePreferences({ language: 'zh_CN' }));
      await desktop.note('menu', ({ labels }) => labels.includes('文件'));
      desktop.order({ order: 'quit' });
      await desktop.ended();
      const later = await launch({ userData: desktop.userData });
      await later.note('menu', ({ labels }) => labels.includes('文件'));
    },
  );
});
