import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { desktopsOfTests, eventually } from '#tests/electron/desktops.ts';
import { Desktop } from '#tests/electron/launch.ts';
import { occupyPort, reserveOverlayPort } from '#tests/electron/overlayPort.ts';
import { ask } from '#tests/electron/toolWindow.ts';
import { OverlayPage } from '#tests/support/overlayPage.ts';
import { temporaryFolder } from '#tests/support/ringside.ts';
import { ToolPage } from '#tests/support/toolPage.ts';

const launch = desktopsOfTests();

describe('avatar workbench in the desktop app', () => {
  /** One app for all tests. */
  let desktop: Desktop;
  let tool: ToolPage;
  beforeAll(async () => {
    desktop = await Desktop.launch();
    tool = await ToolPage.of(await desktop.page('/tool'));
  });
  afterAll(() => desktop?.dispose());

  it('explains what to do without a widget, and follows a widget that is made, changed or deleted', async () => {
    const { page } = tool;
    await page.evaluate(() => window.ringside?.openWorkbench({ layout: 'horizontal', transparent: true }));
    const bench = await desktop.page('/workbench');
    await bench.getByRole('status').waitFor();
    const { link } = await ask(page, 'overlay.create', {
      kind: 'workbench',
      name: 'Bench',
      language: 'en',
    });
    const frame = bench.locator('iframe').contentFrame();
    await frame.locator('.wb').waitFor({ state: 'attached' });
    const ground = () =>
      frame.locator('body').evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(await ground()).toBe('rgba(0, 0, 0, 0)');
    expect(await bench.getByRole('main').evaluate((main) => getComputedStyle(main).backgroundColor)).toBe(
      'rgba(0, 0, 0, 0)',
    );
    const { id, name, options, changedAt } = link;
    if (options.kind !== 'workbench') throw new Error('another kind of widget was made');
    const green = { ...options, background: { kind: 'green' } as const };
    await ask(page, 'overlay.update', { id, name, options: green, changedAt });
    await eventually(() =>
      frame.locator('body').evaluate((body) =>
        [...body.querySelectorAll('*')].some((element) => {
          const [red, greenPart, blue] = getComputedStyle(element).backgroundColor.match(/\d+/g) ?? [];
          return Number(red) < 60 && Number(greenPart) > 150 && Number(blue) < 90;
        }),
      ),
    ).toBe(true);
    await ask(page, 'overlay.delete', { id });
    await bench.getByRole('status').waitFor();
    await page.evaluate(() => window.ringside?.closeWorkbench({}));
    await eventually(() => bench.isClosed()).toBe(true);
    expect(tool.complaints).toEqual([]);
  });

  it('opens from Extras as a window with the title that streaming software looks for', async () => {
    await ask(tool.page, 'overlay.create', { kind: 'workbench', name: 'Bench', language: 'en' });
    await tool.tab('Extras');
    await tool.page
      .getByRole('button', { name: /^Bench/ })
      .first()
      .click();
    await tool.page.getByLabel('Local file').waitFor();
    await tool.button('Open as a window').click();
    const bench = await desktop.page('/workbench');
    await bench.locator('iframe').waitFor();
    await desktop.note('window', ({ title }) => title === 'Ringside Avatar Workbench');
    expect(tool.complaints).toEqual([]);
  });
});

describe('widgets of the desktop app', () => {
  it('keep their links across starts, report an occupied port, and can move to another port', async () => {
    const userData = temporaryFolder();
    await reserveOverlayPort(userData);
    const desktop = await launch({ userData });
    const first = await ToolPage.of(await desktop.page('/tool'));
    await ask(first.page, 'overlay.create', { kind: 'totalVotes', name: 'Votes', language: 'en' });
    const linkOf = async (page: Page) => (await ask(page, 'overlay.list', {})).links[0]?.url ?? '';
    await eventually(() => linkOf(first.page)).not.toBe('');
    const url = await linkOf(first.page);
    await desktop.kill();

    const later = await launch({ userData });
    const again = await later.page('/tool');
    await again.waitForSelector('[data-totals]');
    const found = await OverlayPage.shown(await linkOf(again));
    found.close();
    expect(await linkOf(again)).toBe(url);
    await later.kill();

    const { port } = new URL(url);
    const other = await occupyPort(Number(port));
    try {
      const blocked = await launch({ userData });
      const held = await ToolPage.of(await blocked.page('/tool'));
      await held.tab('Extras');
      const { page } = held;
      const said = page
        .locator('[role="alert"]:not([data-notices])')
        .filter({ hasText: `Another program uses port ${port}` });
      await said.waitFor();
      expect(await linkOf(page)).toBe(url);
      await said.getByRole('button').click();
      await said.waitFor({ state: 'detached' });
      const moved = await linkOf(page);
      expect(new URL(moved).port).not.toBe(port);
      (await OverlayPage.shown(moved)).close();
    } finally {
      other.close();
    }
  });
});
