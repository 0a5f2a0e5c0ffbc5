import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { widgetKinds } from '#shared/contract/overlay/widget.ts';
import { axeViolations } from '#tests/support/accessibility/axe.ts';
import { chooseOption } from '#tests/support/controls.ts';
import { ExtrasTab } from '#tests/support/extrasTab.ts';
import { goOnAir, type OnAirWeb } from '#tests/support/onAir.ts';
import type { RunningRingside } from '#tests/support/ringside.ts';
import { joinAsScreen } from '#tests/support/screenClient.ts';
import { sharedBrowser } from '#tests/support/sharedBrowser.ts';
import { ToolPage } from '#tests/support/toolPage.ts';
import { Visitor } from '#tests/support/visitor.ts';
import { startWarm } from '#tests/support/warmServer.ts';

let browser: Browser;
/** One server for all tests but that of the workbench. Each begins without widgets. */
let ringside: RunningRingside;
beforeAll(async () => {
  browser = await sharedBrowser();
  ringside = await startWarm();
});
afterEach(async () => {
  const client = await joinAsScreen(ringside.url);
  for (const { id } of (await client.call('overlay.list', {})).links)
    await client.call('overlay.delete', { id });
  // Refused without a counting rehearsal.
  await client.call('session.act', { action: 'end' }).catch(() => undefined);
  await client.call('room.close', {});
  client.close();
});
afterAll(async () => {
  await ringside.stop();
});

async function openExtras(ringside: RunningRingside, path = 'tool/extras'): Promise<ExtrasTab> {
  return new ExtrasTab(
    await ToolPage.open(browser, ringside.url, { path, calm: true, width: 1440, height: 900 }),
  );
}

describe('Extras', () => {
  it('previews a widget with a sample, and after one click with a counting rehearsal', async () => {
    const extras = await openExtras(ringside);
    const { page, tool } = extras;
    await page.getByText('No widgets yet').waitFor();
    await extras.add('Total votes');
    const preview = page.locator('main section iframe').first().contentFrame();
    await preview.locator('.total__votes').waitFor();
    expect(await extras.choice('What the preview shows', 'Sample').isVisible()).toBe(true);
    await tool.button('Start a rehearsal').click();
    await expect
      .poll(async () => Number((await preview.locator('.total__votes').textContent())?.replaceAll(/\D/g, '')))
      .toBeGreaterThan(0);
    // The preview itself is no page that shows the widget to viewers.
    expect(await page.getByText('Not shown anywhere now').isVisible()).toBe(true);
    await extras.tab('Homepage');
    await expect.poll(async () => (await tool.totals()).Gifts).toBeGreaterThan(0);
    expect(tool.complaints).toEqual([]);
    await tool.close();
  });

  it('tries a level and a moment on the page in OBS', async () => {
    const extras = await openExtras(ringside);
    const { page, tool } = extras;
    const obs = await browser.newPage({ viewport: { width: 270, height: 480 }, reducedMotion: 'reduce' });
    await obs.goto(await extras.add('Special effects'));
    const tests = page.getByRole('region', { name: 'Test on stream' });
    await tests.getByRole('radio', { name: 'Defender' }).check({ force: true });
    await tests.getByRole('button', { name: 'Level 3' }).click();
    await tests.getByRole('status').getByText('Test on screen').waitFor();
    await obs.locator('.fx-set[data-look$="3 defender"]').waitFor();
    await tests.getByRole('button', { name: 'Win', exact: true }).click();
    await obs.getByText('Defender wins').waitFor();
    await tests.getByRole('button', { name: 'Stop test' }).click();
    await obs.locator('.fx-set').waitFor({ state: 'detached' });
    await tests.getByText('Nothing is counted').waitFor();
    expect(tool.complaints).toEqual([]);
    await obs.close();
    await tool.close();
  });

  it('lays several widgets out under one link, by mouse and by keys', async () => {
    const extras = await openExtras(ringside);
    const { page, tool } = extras;
    await extras.add('PK bar');
    await extras.add('Goal');
    const link = await extras.add('Scene');
    const obs = await browser.newPage({ viewport: { width: 1080, height: 1920 }, reducedMotion: 'reduce' });
    await obs.goto(link);
    await chooseOption(page, 'Add a widget to the scene', 'PK bar');
    await chooseOption(page, 'Add a widget to the scene', 'Goal');
    await obs.frameLocator('iframe').first().locator('.pk').waitFor();
    await obs.frameLocator('iframe').last().locator('.goal').waitFor();
    const inObs = () => obs.locator('iframe').last().boundingBox();
    const before = await inObs();
    const handle = page.getByRole('button', { name: /^Goal: left/ });
    const area = await handle.boundingBox();
    if (before === null || area === null) throw new Error('the goal has no place');
    await page.mouse.move(area.x + 20, area.y + 20);
    await page.mouse.down();
    await page.keyboard.down('Alt');
    await page.mouse.move(area.x + 20, area.y + 120, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.up('Alt');
    await expect.poll(async () => (await inObs())?.y).toBeGreaterThan(before.y + 150);
    const dragged = await inObs();
    await page.keyboard.press('Shift+ArrowUp');
    await expect.poll(async () => (await inObs())?.y).toBeCloseTo((dragged?.y ?? 0) - 10, 0);
    await page.getByRole('button', { name: 'Hide PK bar' }).click();
    await expect.poll(() => obs.locator('iframe').first().isVisible()).toBe(false);
    await tool.button('Undo').click();
    await expect.poll(() => obs.locator('iframe').first().isVisible()).toBe(true);
    await handle.press('Delete');
    await expect.poll(() => obs.locator('iframe').count()).toBe(1);
    expect(await axeViolations(page)).toEqual([]);
    expect(tool.complaints).toEqual([]);
    await obs.close();
    await tool.close();
  });

  it('explains in at most three pictures how to add a widget to OBS, with the values to enter', async () => {
    const extras = await openExtras(ringside);
    const { page, tool } = extras;
    const guide = page.getByRole('dialog').locator('ol');
    const open = async (kind: string) => {
      await extras.add(kind);
      await tool.button('Add it in OBS').click();
      await guide.waitFor();
    };
    await open('Ranking');
    expect(await guide.locator('svg').count()).toBeLessThanOrEqual(3);
    const told = await guide.innerText();
    for (const value of ['808', '620', 'custom frame rate 30', 'Shutdown when not visible']) {
      expect(told).toContain(value);
    }
    expect(await page.getByText('Ringside Avatar Workbench').count()).toBe(0);
    await page.keyboard.press('Escape');
    await guide.waitFor({ state: 'detached' });
    await page.getByText('Width × height in OBS: 808 × 620').waitFor();
    await open('Avatar workbench');
    expect(await guide.innerText()).toContain('360');
    await page.getByText(/Window Capture.*Ringside Avatar Workbench.*chroma key/).waitFor();
    await tool.close();
  });

  it('rejects a change that conflicts with another operator, and shows a notice and the current version', async () => {
    const extras = await openExtras(ringside);
    const { page, tool } = extras;
    await extras.add('Ranking');
    await extras.field('Ranking name').fill('Mine');
    await extras.saved();
    const other = await joinAsScreen(ringside.url);
    const [link] = (await other.call('overlay.list', {})).links;
    if (link?.options.kind !== 'ranking') throw new Error('no ranking');
    expect(link.options.a.name).toBe('Mine');
    // The page's clock is stopped, so the page saves typed text only when the test advances the clock.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await extras.field('Ranking name').fill('Mine again');
    const { id, name, options, changedAt } = link;
    const theirs = { ...options, a: { ...options.a, name: 'Theirs' } };
    await other.call('overlay.update', { id, name, options: theirs, changedAt });
    await page.clock.runFor(500);
    await extras.toast('Somebody else has changed this widget meanwhile').waitFor();
    await expect.poll(() => extras.field('Ranking name').inputValue()).toBe('Theirs');
    const [after] = (await other.call('overlay.list', {})).links;
    expect(after?.options).toEqual(theirs);
    other.close();
    expect(tool.complaints).toEqual([]);
    await tool.close();
  });

  it('keeps page B while it is off, and hides rarely changed options', async () => {
    const extras = await openExtras(ringside);
    const { page, tool } = extras;
    await extras.add('Ranking');
    await page.getByRole('switch', { name: 'Alternate with page B' }).check();
    await page.getByRole('group', { name: 'Page B' }).getByLabel('Ranking name').fill('Fans');
    await page.getByRole('spinbutton', { name: 'Widget auto page turn' }).fill('7');
    await extras.saved();
    await page.getByRole('switch', { name: 'Alternate with page B' }).uncheck();
    await extras.saved();
    const client = await joinAsScreen(ringside.url);
    const stored = async () => (await client.call('overlay.list', {})).links[0]?.options;
    expect(await stored()).toMatchObject({ b: null, turnSeconds: 7 });
    await page.getByRole('switch', { name: 'Alternate with page B' }).check();
    await expect.poll(stored).toMatchObject({ b: { name: 'Fans', subject: 'users' } });
    client.close();
    const language = page.getByLabel('Language for viewers');
    expect(await language.isVisible()).toBe(false);
    await page.getByText('Language and motion', { exact: true }).click();
    await chooseOption(page, 'Language for viewers', '日本語');
    await page
      .locator('main section iframe')
      .first()
      .contentFrame()
      .getByText('この', { exact: false })
      .first()
      .waitFor();
    expect(tool.complaints).toEqual([]);
    await tool.close();
  });

  it('can be used without a mouse to make, change and rename a widget and to undo a change', async () => {
    const extras = await openExtras(ringside);
    const { page, tool } = extras;
    await page.getByRole('button', { name: 'Add a widget' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Ranking/);
    await page.keyboard.press('Enter');
    await extras.field('Maximum rows').waitFor();
    await page.getByRole('spinbutton', { name: 'Maximum rows' }).focus();
    await page.keyboard.press('ArrowUp');
    await extras.saved();
    const widths = () =>
      page
        .locator('.panel__head button')
        .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().width));
    const before = await widths();
    await page.getByRole('button', { name: 'Rename the widget' }).focus();
    await page.keyboard.press('Enter');
    const long = '長'.repeat(60);
    await page.getByRole('dialog').getByLabel('Name').fill(long);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 2, name: long }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // The name is cut off, not the buttons beside it.
    expect(await widths()).toEqual(before);
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.getByRole('spinbutton', { name: 'Maximum rows' }).inputValue()).toBe('5');
    expect(tool.complaints).toEqual([]);
    await tool.close();
  });
});

describe('avatar workbench', () => {
  it('is a window that explains what to do without a widget, and then shows only the widget', async () => {
    const show: OnAirWeb = await goOnAir(browser, { username: 'host', script: 'empty' });
    try {
      await show.prepare('host');
      const bench = await show.open({ path: 'workbench', width: 960, height: 540 });
      await bench.page.getByText('There is no avatar workbench yet', { exact: false }).waitFor();
      await expect.poll(() => bench.page.title()).toBe('Ringside Avatar Workbench');
      const extras = new ExtrasTab(await show.open({ path: 'tool/extras' }));
      await extras.tool.button('Set up the workbench').click();
      const frame = bench.page.locator('iframe');
      await frame.waitFor();
      const [first] = show.simulator.anchors;
      await frame
        .contentFrame()
        .getByText(first?.nickname ?? '-')
        .first()
        .waitFor();
      expect(await bench.page.getByRole('navigation').count()).toBe(0);
      expect(await frame.boundingBox()).toEqual({ x: 0, y: 0, width: 960, height: 540 });
      await extras.choice('Layout', 'Vertical').click();
      await extras.page.getByRole('radiogroup', { name: 'Skin list' }).getByText('Dragon').click();
      await chooseOption(extras.page, first?.nickname ?? '-', 'Sakura');
      await extras.saved();
      const popup = extras.page.waitForEvent('popup');
      await extras.tool.button('Open as a window').click();
      const opened = await popup;
      await opened.locator('iframe').waitFor();
      expect(await opened.evaluate(() => innerWidth)).toBe(360);
      const ground = await opened
        .getByRole('main')
        .evaluate((main) => getComputedStyle(main).backgroundColor);
      expect(ground).toBe('rgb(0, 255, 0)');
      // The chroma key background reaches the frame, which then draws hard edges.
      await opened
        .locator('iframe')
        .contentFrame()
        .locator('.wb[data-hard][data-layout="vertical"]')
        .waitFor();
      expect(bench.complaints).toEqual([]);
      expect(extras.tool.complaints).toEqual([]);
    } finally {
      await show.close();
    }
  });
});

describe('gallery of the site', () => {
  it('runs a sample of every widget but the scene, and only while it is in view', async () => {
    const visitor = await Visitor.open(browser, ringside, 'widget');
    const { page } = visitor;
    const tiles = page.locator('[data-kind]');
    await expect.poll(() => tiles.count()).toBe(widgetKinds.length - 1);
    const frames = page.locator('[data-kind] iframe');
    const ranking = page.locator('[data-kind="ranking"] iframe');
    await ranking.contentFrame().locator('.ranking__row').first().waitFor();
    expect(await frames.count()).toBeLessThan(9);
    await tiles.last().scrollIntoViewIfNeeded();
    await page.locator('[data-kind="workbench"] iframe').waitFor();
    await ranking.waitFor({ state: 'detached' });
    for (const words of ['PK bar', 'Gift guide', 'Special effects', 'Avatar workbench']) {
      await page.getByRole('heading', { name: words, exact: true }).waitFor();
    }
    await page.getByRole('link', { name: 'Open Extras in the tool' }).click();
    await page.getByText('No widgets yet').waitFor();
    expect(visitor.complaints).toEqual([]);
    await visitor.close();
  });
});
