import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { drawPortrait } from '#backstage/rehearsal/platform/portrait.ts';
import { forms } from '#tests/support/forms.ts';
import type { OnAir } from '#tests/support/onAir.ts';
import type { ToolPage } from '#tests/support/toolPage.ts';

const HOST = 'host.of.the.show';

let show: OnAir;
let folder: string;

async function openPresets(): Promise<ToolPage> {
  const tool = await show.open();
  await tool.tab('Group Live Setting');
  return tool;
}

function fileOf(name: string, content: string | object): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

async function importFile(tool: ToolPage, path: string): Promise<void> {
  await tool.page.locator('input[type="file"]').first().setInputFiles(path);
}

const whole = { format: 'ringside-preset', version: 1, preset: { name: 'Other', anchors: [] } };

describe.each(forms)('preset file ($name)', (form) => {
  beforeAll(() => form.start());
  afterAll(() => form.stop());
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ringside-preset-'));
    show = await form.goOnAir({ username: HOST, script: 'empty' });
    await show.prepare(HOST);
  });
  afterEach(async () => {
    await show.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is refused with the name of the field if it is hostile, and the show continues unchanged', async () => {
    await show.call('session.act', { action: 'start' });
    const before = JSON.stringify(await show.call('show.subscribe', {}));
    const tool = await openPresets();
    const refused = tool.page.locator('.banner--error');
    const said: [string, string | object, string][] = [
      ['a.json', 'not a preset', 'not a Ringside preset file'],
      ['b.json', { ...whole, version: 99 }, 'newer Ringside'],
      ['c.json', { ...whole, preset: { anchors: [] } }, 'Configuration name'],
      ['d.json', { ...whole, preset: { name: 'X', anchors: [{ id: 'a', nickname: '' }] } }, 'nickname'],
      ['e.json', { ...whole, preset: { name: 'X', anchors: [], round: { length: 99_999 } } }, 'Length'],
      ['f.json', { ...whole, pictures: { x: 'data:text/html;base64,AAAA' } }, 'Picture'],
      ['g.json', '['.repeat(2_000_000), 'not a Ringside preset file'],
      ['h.json', ' '.repeat(12_000_001), 'too large'],
    ];
    for (const [name, content, words] of said) {
      await importFile(tool, fileOf(name, content));
      await refused.filter({ hasText: name }).waitFor();
      expect(await refused.innerText(), name).toContain(words);
    }
    expect((await show.call('presets.list', {})).presets.map(({ name }) => name)).toEqual(['Team']);
    expect(JSON.stringify(await show.call('show.subscribe', {}))).toBe(before);
    expect(tool.complaints).toEqual([]);
  });

  it('with script in its names shows them as text', async () => {
    const tool = await openPresets();
    const name = '<img src=x onerror=alert(1)>';
    const anchors = [{ id: 'a', nickname: '<script>alert(1)</script>' }];
    await importFile(tool, fileOf('names.json', { ...whole, preset: { name, anchors } }));
    await tool.page.getByRole('heading', { name }).waitFor();
    expect(await tool.page.locator('.draft input').first().inputValue()).toBeDefined();
    expect(await tool.page.locator('img[src="x"]').count()).toBe(0);
    expect(tool.complaints).toEqual([]);
  });

  it('brings an uploaded picture along', async () => {
    const tool = await openPresets();
    await tool.page.getByRole('button', { name: /^Team/ }).first().click();
    const portrait = join(folder, 'me.png');
    writeFileSync(portrait, drawPortrait(1234));
    await tool.page.locator('.draft--anchor input[type="file"]').first().setInputFiles(portrait);
    const picture = tool.page.locator('.draft--anchor').first().locator('img.face__picture');
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
    await importFile(tool, fileOf('again.json', text.replace('"name": "Team"', '"name": "Copy"')));
    await tool.page.getByRole('heading', { name: 'Copy' }).waitFor();
    await expect.poll(() => picture.getAttribute('src')).toBe(shown);
    expect(tool.complaints).toEqual([]);
  });
});
