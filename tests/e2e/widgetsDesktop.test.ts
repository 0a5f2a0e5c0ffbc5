import { describe, expect, it } from 'vitest';
import { desktopsOfTests, eventually } from '#tests/electron/desktops.ts';
import { ask } from '#tests/electron/toolWindow.ts';
import { ToolPage } from '#tests/support/toolPage.ts';

const launch = desktopsOfTests();

describe('the avatar workbench in the desktop app', () => {
  it('says what to do while there is none, and shows the widget as soon as it is made, changed or gone', async () => {
    const desktop = await launch();
    const tool = await ToolPage.of(await desktop.page('/tool'));
    const { page } = tool;
    await page.evaluate(() => window.ringside?.openWorkbench({ layout: 'horizontal', transparent: true }));
    const bench = await desktop.page('/workbench');
    await bench.locator('.workbench__card').waitFor();
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
    expect(await bench.locator('.workbench').evaluate((main) => getComputedStyle(main).backgroundColor)).toBe(
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
    await bench.locator('.workbench__card').waitFor();
    expect(tool.complaints).toEqual([]);
  });

  it('is opened from Extras, as a window with the name that streaming software knows', async () => {
    const desktop = await launch();
    const tool = await ToolPage.of(await desktop.page('/tool'));
    await ask(tool.page, 'overlay.create', { kind: 'workbench', name: 'Bench', language: 'en' });
    await tool.page.getByRole('link', { name: 'Extras', exact: true }).click();
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
