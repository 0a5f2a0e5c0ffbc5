import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseOption } from '#tests/support/controls.ts';
import { ExtrasTab, openOverlay } from '#tests/support/extrasTab.ts';
import { heard, listen, silent } from '#tests/support/heard.ts';
import { lottieBanner, lottieFile } from '#tests/support/lottie.ts';
import type { RunningRingside } from '#tests/support/ringside.ts';
import { samplePack, samplePackWith, zipOf } from '#tests/support/samplePack.ts';
import { sharedBrowser } from '#tests/support/sharedBrowser.ts';
import { wavOf } from '#tests/support/sounds.ts';
import { ToolPage } from '#tests/support/toolPage.ts';
import { startWarm } from '#tests/support/warmServer.ts';

const zipFile = (files: Record<string, Buffer>, name = 'lagoon.zip') => ({
  name,
  mimeType: 'application/zip',
  buffer: zipOf(files),
});

describe('an effect pack of the host', () => {
  let browser: Browser;
  let ringside: RunningRingside;
  let extras: ExtrasTab;
  /** The link of the widget with the effects. */
  let address = '';
  beforeAll(async () => {
    browser = await sharedBrowser();
    ringside = await startWarm();
    extras = new ExtrasTab(await ToolPage.open(browser, ringside.url, { calm: true }));
    await extras.open();
  });
  afterAll(async () => {
    await extras?.tool.close();
    await ringside?.stop();
  });

  const input = () => extras.page.locator('input[type="file"][aria-label="Add an effect pack"]');

  it('is refused with what to correct', async () => {
    const { 'edge.webp': _, ...rest } = samplePack();
    await input().setInputFiles(zipFile(rest));
    await extras.page.getByRole('alert').getByText('edge.webp').waitFor();
    await input().setInputFiles({ name: 'song.zip', mimeType: 'application/zip', buffer: Buffer.from('no') });
    await extras.page.getByRole('alert').getByText('This is no zip file').waitFor();
    // A refused file is no error of the page.
    extras.tool.complaints.length = 0;
  });

  it('is previewed when it is added, and listed with its picture', async () => {
    const { page } = extras;
    await input().setInputFiles(zipFile(samplePack()));
    const dialog = page.getByRole('dialog', { name: 'Lagoon' });
    await dialog.frameLocator('iframe').locator('.fx-set[data-look]').first().waitFor({ state: 'attached' });
    const look = await dialog.frameLocator('iframe').locator('.fx-set').first().getAttribute('data-look');
    expect(look).toMatch(/^[0-9a-f]{64} /);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: /^Lagoon/ }).waitFor();
    await page.getByText(/^Style, \d+ kB$/).waitFor();
  });

  it('is shown by a widget that has chosen it, until it is removed', async () => {
    const { page } = extras;
    address = await extras.add('Special effects');
    await chooseOption(page, 'Effect style', 'Lagoon');
    await extras.saved();
    const overlay = await openOverlay(browser, address);
    await page.getByRole('button', { name: 'Level 3' }).click();
    const look = overlay.page.locator('.fx-set:not([data-leaving])');
    await expect.poll(() => look.getAttribute('data-look')).toMatch(/^[0-9a-f]{64} none black 3 /);

    await page.getByRole('button', { name: 'Delete Lagoon' }).click();
    await expect.poll(() => look.getAttribute('data-look')).toMatch(/^chinese none black 3 /);
    await page.getByText('Chosen effect packs are not on this device: Special effects.').waitFor();
    await page.getByText('Lagoon deleted').waitFor();
    await page.getByRole('region', { name: 'Effect packs' }).getByRole('button', { name: 'Undo' }).click();
    // On a slow machine, the test of the level is over by now.
    await page.getByRole('button', { name: 'Level 3' }).click();
    await expect.poll(() => look.getAttribute('data-look')).toMatch(/^[0-9a-f]{64} none black 3 /);
    await page.getByText('Chosen effect packs are not on this device').waitFor({ state: 'hidden' });
    await overlay.context.close();
  });

  it('gives way to Ringside’s own style on a page that cannot get it, which asks for it once', async () => {
    let asked = 0;
    const overlay = await openOverlay(browser, address, async (page) => {
      await page.route('**/overlay/picture/*', (route) => {
        asked += 1;
        return route.fulfill({ status: 404 });
      });
    });
    await extras.page.getByRole('button', { name: 'Level 3' }).click();
    const look = overlay.page.locator('.fx-set:not([data-leaving])');
    await expect.poll(() => look.getAttribute('data-look')).toMatch(/^chinese none black 3 /);
    expect(asked).toBe(1);
    await overlay.context.close();
  });

  it('has its sounds played by the page of a widget whose sounds are on', async () => {
    const { page } = extras;
    const files = samplePackWith((pack) => {
      pack.name = { en: 'Loud lagoon' };
      pack.sounds = { level3: 'rise.wav' };
    });
    await input().setInputFiles(zipFile({ ...files, 'rise.wav': Buffer.from(wavOf(3)) }));
    const dialog = page.getByRole('dialog', { name: 'Loud lagoon' });
    await dialog.getByRole('button', { name: 'Level 3' }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await chooseOption(page, 'Effect style', 'Loud lagoon');
    await extras.saved();
    const overlay = await openOverlay(browser, address, listen);
    const test = async (level: number) => {
      await page.getByRole('button', { name: `Level ${level}` }).click();
      await overlay.page
        .locator(`.fx-set[data-look$="none black ${level} attacker"]:not([data-leaving])`)
        .waitFor({ state: 'attached' });
    };
    await test(3);
    await silent(overlay.page);
    await page.getByRole('button', { name: 'Stop test' }).click();
    await page.getByRole('button', { name: 'Sound', exact: true }).click();
    await page.getByRole('switch', { name: 'Play sounds' }).click();
    await extras.saved();
    await test(3);
    await heard(overlay.page);
    await overlay.context.close();
  });

  it('plays its banner behind the text of a moment', async () => {
    const { page } = extras;
    const files = samplePackWith((pack) => {
      pack.name = { en: 'Golden lagoon' };
      pack.banners = { settlement: 'win.json' };
    });
    await input().setInputFiles(zipFile({ ...files, 'win.json': lottieFile(lottieBanner()) }));
    const dialog = page.getByRole('dialog', { name: 'Golden lagoon' });
    await dialog.getByRole('button', { name: 'Close' }).click();
    await chooseOption(page, 'Effect style', 'Golden lagoon');
    await extras.saved();
    const overlay = await openOverlay(browser, address);
    const complaints: string[] = [];
    overlay.page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await page.getByRole('button', { name: 'Win', exact: true }).click();
    await overlay.page.locator('.fx-banner').waitFor();
    const gold = () => overlay.page.locator('.fx-lottie canvas').evaluate(goldWidth);
    // The bar grows from 20 to 1000 of the 1080 units of the page.
    const first = await gold();
    await expect.poll(gold).toBeGreaterThan(0.9);
    expect(first).toBeLessThan(0.9);
    await overlay.page.locator('.fx-lottie').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await overlay.context.close();
  });

  it('shows the text of a moment alone if its banner cannot be drawn', async () => {
    const { page } = extras;
    const files = samplePackWith((pack) => {
      pack.name = { en: 'Broken lagoon' };
      pack.banners = { settlement: 'win.json' };
    });
    // A path without points.
    const layer = { ty: 4, ip: 0, op: 60, st: 0, ks: {}, shapes: [{ ty: 'sh' }] };
    const broken = lottieFile({ ...lottieBanner(), layers: [layer] });
    await input().setInputFiles(zipFile({ ...files, 'win.json': broken }));
    const dialog = page.getByRole('dialog', { name: 'Broken lagoon' });
    await dialog.getByRole('button', { name: 'Close' }).click();
    await chooseOption(page, 'Effect style', 'Broken lagoon');
    await extras.saved();
    const overlay = await openOverlay(browser, address);
    await page.getByRole('button', { name: 'Win', exact: true }).click();
    await overlay.page.locator('.fx-banner').getByText('Attacker wins').waitFor();
    // The page goes on: the moment ends by itself.
    await overlay.page.locator('.fx-banner').waitFor({ state: 'detached' });
    await overlay.context.close();
  });

  it('can be chosen beside Ringside’s own styles in a preset', async () => {
    const { page } = extras;
    await extras.tab('Group Live Setting');
    await page.getByRole('button', { name: 'New preset' }).first().click();
    await chooseOption(page, 'Mode', 'Battle');
    await page.getByRole('button', { name: 'Special effect scenes' }).click();
    await chooseOption(page, 'Style', 'Lagoon');
    const preview = page.frameLocator('iframe[title="Preview of the effects"]');
    await expect
      .poll(() => preview.locator('.fx-set').first().getAttribute('data-look'))
      .toMatch(/^[0-9a-f]{64} /);
    expect(extras.tool.complaints).toEqual([]);
  });
});

/** The share of a canvas's middle row that is golden. */
function goldWidth(canvas: HTMLElement | SVGElement): number {
  if (!(canvas instanceof HTMLCanvasElement)) return 0;
  const { width, height } = canvas;
  const row = canvas.getContext('2d')?.getImageData(0, Math.floor(height / 2), width, 1).data ?? [];
  let golden = 0;
  for (let at = 0; at < width; at += 1)
    if ((row[at * 4] ?? 0) > 100 && (row[at * 4 + 2] ?? 0) < 100) golden += 1;
  return golden / width;
}
