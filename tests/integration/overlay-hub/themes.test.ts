import { describe, expect, it } from 'vitest';
import { FONT_CHUNK, lookSchema } from '#shared/contract/overlay/look.ts';
import { woff2File } from '#tests/support/fonts.ts';
import type { TestScreen } from '../backstage/testScreen.ts';
import { exported, imported } from '../transfer/deviceFiles.ts';
import { openHub } from './hub.ts';

async function uploadFont(screen: TestScreen, bytes: Buffer): Promise<string> {
  let answer = { id: '', font: '' };
  for (let offset = 0; offset < bytes.length; offset += FONT_CHUNK) {
    const data = bytes.subarray(offset, offset + FONT_CHUNK).toString('base64');
    answer = await screen.call('fonts.put', { id: answer.id, size: bytes.length, offset, data });
  }
  return answer.font;
}

/** A hub with a theme with a font, and a goal with that theme. */
async function themedHub() {
  const hub = await openHub();
  const { screen } = hub;
  const font = await uploadFont(screen, woff2File());
  const look = lookSchema.parse({
    colours: { attacker: '#ff00aa' },
    font: { kind: 'file', file: font, name: 'Roboto' },
  });
  const { theme } = await screen.call('themes.create', { name: 'Agency', base: 'ink', look });
  const link = await hub.widget('goal');
  const options = { ...link.options, frame: { ...link.options.frame, own: theme.id, look } };
  const { link: goal } = await screen.call('overlay.update', { ...link, options });
  return { hub, screen, font, theme, goal };
}

describe('theme of the host', () => {
  it('reaches the pages of its widgets, and their stored options do not contain it', async () => {
    const { hub, screen, theme, goal } = await themedHub();
    expect(goal.options.frame).toMatchObject({ own: theme.id, theme: 'plate', look: null });
    const page = await hub.shown(goal);
    expect(page.options?.frame).toMatchObject({ theme: 'ink', look: theme.look });
    const changed = {
      ...theme,
      look: { ...theme.look, colours: { ...theme.look.colours, attacker: '#00ff11' } },
    };
    await screen.call('themes.save', { theme: changed });
    await page.until(() => page.options?.frame.look?.colours.attacker === '#00ff11');
    expect(await screen.refusal('themes.save', { theme })).toBe('theme.stale');
  });

  it('gives way to its base when it is deleted, and comes back', async () => {
    const { hub, screen, theme, goal } = await themedHub();
    const page = await hub.shown(goal);
    await screen.call('themes.delete', { id: theme.id });
    await page.until(() => page.options?.frame.look === null);
    expect(page.options?.frame.theme).toBe('ink');
    const { links } = await screen.call('overlay.list', {});
    expect(links[0]?.options.frame).toMatchObject({ theme: 'ink', own: theme.id });
    await screen.call('themes.restore', { id: theme.id });
    await page.until(() => page.options?.frame.look !== null);
  });

  it('has a font that is served with its type, read in parts, and refused if it is none', async () => {
    const { screen, font, goal } = await themedHub();
    const bytes = woff2File();
    const answer = await fetch(new URL(`/overlay/picture/${font}`, goal.url));
    expect(answer.headers.get('content-type')).toBe('font/woff2');
    expect(Buffer.compare(Buffer.from(await answer.arrayBuffer()), bytes)).toBe(0);
    const { data } = await screen.call('fonts.read', { font, offset: 0 });
    expect(Buffer.compare(Buffer.from(data, 'base64'), bytes.subarray(0, FONT_CHUNK))).toBe(0);
    const data64 = Buffer.from('<svg onload="alert(1)">'.padEnd(100)).toString('base64');
    const part = { id: '', size: 100, offset: 0, data: data64 };
    expect(await screen.refusal('fonts.put', part)).toBe('font.invalid');
    expect(await screen.refusal('fonts.put', { ...part, size: 50 * 1024 ** 2 })).toBe('font.tooLarge');
    expect(await screen.refusal('fonts.read', { font: 'b'.repeat(64), offset: 0 })).toBe('theme.file');
  });

  it('travels in the file of the device with its font', async () => {
    const { screen, theme, font } = await themedHub();
    const file = await exported(screen);
    const other = await openHub();
    await imported(other.screen, file);
    expect((await other.screen.call('themes.list', {})).themes).toEqual([theme]);
    expect((await other.screen.call('fonts.read', { font, offset: 0 })).data).not.toBe('');
    await imported(other.screen, file);
    expect((await other.screen.call('themes.list', {})).themes).toEqual([theme]);
  });
});
