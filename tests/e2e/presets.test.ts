import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { drawPortrait } from '#backstage/rehearsal/platform/answers.ts';
import { HOST } from '#tests/support/duel.ts';
import { forms, web } from '#tests/support/forms.ts';
import type { OnAir } from '#tests/support/onAir.ts';
import type { ToolPage } from '#tests/support/toolPage.ts';

let show: OnAir;
let tool: ToolPage;

describe.each(forms)('preset ($name)', (form) => {
  /** One app for all tests. Each has a preset of its own. */
  beforeAll(async () => {
    show = await form.goOnAir({ username: HOST, script: 'empty' });
  });
  afterAll(async () => {
    await show.close();
  });
  beforeEach(async () => {
    await show.prepare(HOST);
    tool = await show.open();
    await tool.tab('Group Live Setting');
    await tool.button(/^Team/).click();
  });
  afterEach(async () => {
    // The desktop app has one window for all tests.
    if (form !== web) await tool.page.goto(new URL('/tool', tool.page.url()).href);
    await tool.close();
    await show.call('room.close', {});
    for (const { id: presetId } of (await show.call('presets.list', {})).presets) {
      await show.call('presets.delete', { presetId });
    }
  });

  // In both forms, because each opens and saves files in its own way.
  it('keeps an uploaded picture through export and import', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ringside-preset-'));
    const portrait = join(folder, 'me.png');
    writeFileSync(portrait, drawPortrait(1234));
    await tool.page.locator('[data-draft] input[type="file"]').first().setInputFiles(portrait);
    const picture = tool.page.locator('[data-draft]').first().locator('img');
    await tool.button(/^Remove the picture of/).waitFor();
    await picture.waitFor();
    const shown = await picture.getAttribute('src');
    await tool.button('Save').click();
    await tool.page.getByText('Saved').first().waitFor();
    const [download] = await Promise.all([
      tool.page.waitForEvent('download'),
      tool.button(/^Export/).click(),
    ]);
    const text = await readFile(await download.path(), 'utf8');
    expect(text).toContain(shown ?? 'no picture');
    const again = join(folder, 'again.json');
    writeFileSync(again, text.replace('"name": "Team"', '"name": "Copy"'));
    await tool.page.locator('input[type="file"]').first().setInputFiles(again);
    await tool.page.getByRole('heading', { name: 'Copy' }).waitFor();
    await expect.poll(() => picture.getAttribute('src')).toBe(shown);
    rmSync(folder, { recursive: true });
    expect(tool.complaints).toEqual([]);
  });

  if (form !== web) return;

  it('accepts input methods and full-width digits, and ignores the Enter that ends a composition', async () => {
    const methods = await tool.page.context().newCDPSession(tool.page);
    await tool.button('Rounds').click();
    const length = tool.page.locator('main form').getByLabel('Length (s)', { exact: true });
    await length.click();
    await length.press('Control+A');
    await methods.send('Input.imeSetComposition', { text: '４５', selectionStart: 2, selectionEnd: 2 });
    await methods.send('Input.insertText', { text: '４５' });
    await expect.poll(() => length.inputValue()).toBe('45');
    await length.press('Tab');
    await tool.button('Save').click();
    await tool.page.getByText('Saved').first().waitFor();
    const [stored] = (await show.call('presets.list', {})).presets;
    expect(stored?.round.length).toBe(45);

    await tool.button(/^Exclusive gift/).click();
    const search = tool.page.getByRole('dialog').getByRole('combobox');
    await search.evaluate((element) => {
      const init = { key: 'Enter', isComposing: true, bubbles: true, cancelable: true };
      element.dispatchEvent(new KeyboardEvent('keydown', init));
    });
    expect(await search.isVisible()).toBe(true);
  });
});
