import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from '#tests/support/accessibility/axe.ts';
import { chooseOption } from '#tests/support/controls.ts';
import { ExtrasTab } from '#tests/support/extrasTab.ts';
import { woff2File } from '#tests/support/fonts.ts';
import type { RunningRingside } from '#tests/support/ringside.ts';
import { sharedBrowser } from '#tests/support/sharedBrowser.ts';
import { ToolPage } from '#tests/support/toolPage.ts';
import { startWarm } from '#tests/support/warmServer.ts';

let browser: Browser;
let ringside: RunningRingside;
beforeAll(async () => {
  browser = await sharedBrowser();
  ringside = await startWarm();
});
afterAll(async () => {
  await ringside.stop();
});

/** A square in one colour. */
function picture(red: number, green: number, blue: number): Buffer {
  const png = new PNG({ width: 90, height: 90 });
  for (let at = 0; at < png.data.length; at += 4) png.data.set([red, green, blue, 255], at);
  return PNG.sync.write(png);
}

async function openExtras(path = 'tool/extras') {
  return new ExtrasTab(
    await ToolPage.open(browser, ringside.url, { path, calm: true, width: 1440, height: 900 }),
  );
}

describe('own theme', () => {
  it('dresses a widget on stream, is deleted with undo, and travels as one file', async () => {
    const extras = await openExtras();
    const { page, tool } = extras;
    const link = await extras.add('Goal');
    const obs = await browser.newPage({ viewport: { width: 1080, height: 1080 } });
    await obs.goto(link);
    await obs.locator('.goal').waitFor();

    await page.getByRole('button', { name: 'Own themes' }).click();
    await page.getByText('No own themes yet').waitFor();
    await page.getByRole('button', { name: 'New theme' }).click();
    const form = page.locator('form[name="theme"]');
    await form.getByLabel('Name of the theme').fill('Agency');
    await form.getByLabel('Plate', { exact: true }).fill('#ffffff');
    await form.getByLabel('Attacker', { exact: true }).fill('#00aa55');
    const files = (name: string) => form.locator(`input[type="file"][aria-label="${name}"]`);
    await form.getByText('Own file').click();
    await files('Choose a font file').setInputFiles({
      name: 'evil.woff2',
      mimeType: 'font/woff2',
      buffer: Buffer.from('<svg onload="alert(1)"/>'),
    });
    await extras.toast('This font cannot be used').waitFor();
    await files('Choose a font file').setInputFiles({
      name: 'Agency.woff2',
      mimeType: 'font/woff2',
      buffer: woff2File(),
    });
    await form.getByText('Agency.woff2').waitFor();
    const png = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer });
    await files('Choose a logo').setInputFiles(png('logo.png', picture(255, 0, 0)));
    await form.getByRole('checkbox', { name: 'Goal' }).check({ force: true });
    await files('Choose a frame picture').setInputFiles(png('frame.png', picture(0, 0, 255)));
    await form.getByLabel('Width of the frame').first().waitFor();
    const preview = page.locator('main section iframe').first().contentFrame();
    await preview.locator('html[data-border]').waitFor();
    expect(await axeViolations(page)).toEqual([]);

    await page.getByRole('button', { name: /^Goal/ }).first().click();
    await chooseOption(page, 'Theme', 'Agency');
    await obs.locator('html[data-logo="topLeft"][data-border]').waitFor();
    const look = await obs.evaluate(async () => {
      await document.fonts.ready;
      const style = (selector: string, pseudo?: string) =>
        getComputedStyle(document.querySelector(selector) ?? document.body, pseudo);
      return {
        plate: style('.goal').backgroundColor,
        ink: style('.goal').color,
        border: style('.goal', '::after').borderImageSource,
        logo: style('.host', '::after').backgroundImage,
        font: document.fonts.check('20px ringside-theme') && style('body').fontFamily.split(',')[0],
      };
    });
    expect(look).toMatchObject({ plate: 'rgba(255, 255, 255, 0.94)', ink: 'rgb(18, 16, 12)' });
    expect(look.font).toContain('ringside-theme');
    for (const address of [look.border, look.logo]) {
      const [, path = ''] = /url\("([^"]+)"\)/.exec(address) ?? [];
      expect((await fetch(path)).headers.get('content-type')).toBe('image/png');
    }

    await page.getByRole('button', { name: 'Own themes' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export Agency' }).click();
    const file = readFileSync(await (await download).path());
    await page.getByRole('button', { name: 'Delete Agency' }).click();
    await obs.locator('html:not([data-border])').waitFor();
    expect(await obs.locator('html').getAttribute('data-theme')).toBe('plate');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await obs.locator('html[data-border]').waitFor();

    const imports = page.locator('input[type="file"][aria-label="Import a theme"]');
    const json = (buffer: Buffer) => ({ name: 'theme.json', mimeType: 'application/json', buffer });
    await imports.setInputFiles(json(Buffer.from('{"format":"something"}')));
    await extras.toast('This is not a Ringside theme').waitFor();
    await imports.setInputFiles(json(file));
    await page.getByRole('button', { name: /^Agency \(2\)/ }).waitFor();
    expect(tool.complaints).toEqual([]);
    await obs.close();
    await tool.close();
  });

  it('is made and named by keys alone', async () => {
    const extras = await openExtras('tool/extras/themes');
    const { page, tool } = extras;
    await page.getByRole('button', { name: 'New theme' }).focus();
    await page.keyboard.press('Enter');
    const name = page.locator('form[name="theme"]').getByLabel('Name of the theme');
    await expect.poll(() => name.inputValue()).toMatch(/^My theme/);
    await name.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('By keys');
    await page.getByRole('button', { name: /^By keys/ }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: /^By keys/ }).waitFor();
    expect(tool.complaints).toEqual([]);
    await tool.close();
  });
});
