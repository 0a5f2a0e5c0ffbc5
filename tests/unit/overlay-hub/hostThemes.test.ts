import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkFont, fontKind } from '#backstage/store/fontKind.ts';
import { ThemeStore, themesShape } from '#backstage/store/themeStore.ts';
import { problemOf } from '#renderer/data/ringside.ts';
import { LARGEST_FONT, type Look, lookSchema, THEME_VERSION } from '#shared/contract/overlay/look.ts';
import { widgetOptionsSchema } from '#shared/contract/overlay/widget.ts';
import { contrast, parseHex } from '#shared/overlay/colours.ts';
import { freeThemeName, withHostTheme } from '#shared/overlay/hostTheme.ts';
import { trueTypeFile, woff2File } from '#tests/support/fonts.ts';
import { temporaryFolder } from '#tests/support/ringside.ts';
import { logoCorner, lookFiles, lookProperties } from '../../../overlay/styles/look.ts';
import { parseComputed, ruleOf } from '../../../overlay/styles/tones.ts';

const picture = 'a'.repeat(64);

function refusal(run: () => unknown): unknown {
  try {
    run();
    return null;
  } catch (error) {
    return problemOf(error).code;
  }
}

describe('font file', () => {
  it('is recognised by its content as WOFF2, TrueType or OpenType', () => {
    expect(fontKind(woff2File())?.type).toBe('font/woff2');
    expect(fontKind(trueTypeFile())?.type).toBe('font/ttf');
    const openType = trueTypeFile();
    openType.write('OTTO', 0);
    expect(fontKind(openType)?.type).toBe('font/otf');
  });

  it('is refused if it is cut, lacks a table, is a collection, or something else', () => {
    const whole = woff2File();
    const collection = trueTypeFile();
    collection.write('ttcf', 0);
    const bad = [
      Buffer.alloc(0),
      whole.subarray(0, whole.length - 1),
      Buffer.concat([whole, Buffer.alloc(8)]),
      trueTypeFile(['cmap', 'head', 'hhea']),
      trueTypeFile().subarray(0, -1),
      collection,
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"></svg>'.padEnd(400)),
    ];
    for (const bytes of bad) expect(refusal(() => checkFont(bytes))).toBe('font.invalid');
    expect(refusal(() => checkFont(Buffer.alloc(LARGEST_FONT + 1)))).toBe('font.tooLarge');
  });

  it('is read without an exception, whatever it contains', () => {
    const signature = fc.constantFrom('wOF2', 'OTTO', '\0\x01\0\0', 'ttcf');
    fc.assert(
      fc.property(signature, fc.uint8Array({ maxLength: 300 }), (start, rest) => {
        const bytes = Buffer.concat([Buffer.from(start, 'latin1'), rest]);
        expect([null, 'font/woff2', 'font/ttf', 'font/otf']).toContain(fontKind(bytes)?.type ?? null);
      }),
    );
  });
});

describe('look of a theme', () => {
  it('has values only, so no text of a file gets into the CSS', () => {
    const evil = 'red; } body { background: url(https://a.example)';
    const bad = [
      { colours: { accent: evil } },
      { colours: { plate: '#12345' } },
      { font: { kind: 'installed', family: 'a"; } * { display: none } .b { c: "' } },
      { font: { kind: 'installed', family: 'a\\' } },
      { font: { kind: 'file', file: '../../etc/passwd', name: 'x' } },
      { logo: { picture: 'https://a.example/x.png' } },
      { logo: { picture, size: 1e9 } },
      { border: { picture, slice: 80 } },
      { border: { picture, fit: 'space; }' } },
    ];
    for (const look of bad) expect(lookSchema.safeParse(look).success).toBe(false);
    const fonts = ['UD デジタル 教科書体 NP-B', 'Noto Sans SC', 'M PLUS Rounded 1c'];
    for (const family of fonts) {
      expect(lookSchema.safeParse({ font: { kind: 'installed', family } }).success).toBe(true);
    }
  });

  it('becomes properties that neither end their rule nor load from elsewhere', () => {
    const hex = fc
      .integer({ min: 0, max: 0xffffff })
      .map((value) => `#${value.toString(16).padStart(6, '0')}`);
    const colour = fc.option(hex);
    const names = ['accent', 'attacker', 'defender', 'plate', 'ink', 'soft', 'border', 'head', 'headInk'];
    const colours = fc.record(Object.fromEntries(names.map((name) => [name, colour])));
    fc.assert(
      fc.property(colours, hex, (chosen, accent) => {
        const look = lookSchema.parse({ colours: chosen, logo: { picture }, border: { picture } });
        const { properties, rules } = lookFiles(look, (file) => `/overlay/picture/${file}`);
        const text = ruleOf({ ...lookProperties(look, parseHex(accent)), ...properties });
        expect(text.match(/[{}]/g)).toEqual(['{', '}']);
        expect(text).not.toMatch(/\/\/|@|<|\\/);
        expect(rules).toBe('');
      }),
    );
  });

  it('keeps text and accents readable on a plate of any colour', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 0xffffff }),
        fc.integer({ min: 0, max: 0xffffff }),
        (one, two) => {
          const [plate, accent] = [one, two].map((value) => `#${value.toString(16).padStart(6, '0')}`);
          if (plate === undefined || accent === undefined) return;
          const properties = lookProperties(lookSchema.parse({ colours: { plate } }), parseHex(accent));
          for (const name of ['--ink', '--accent-ink', '--pk-name']) {
            const ink = parseComputed(properties[name]?.replace('rgb', 'rgb') ?? '');
            expect(contrast(ink ?? [0, 0, 0], parseHex(plate))).toBeGreaterThanOrEqual(4.2);
          }
        },
      ),
    );
  });

  it('shows its logo on the widgets that were chosen', () => {
    const look = lookSchema.parse({ logo: { picture, corner: 'bottomRight', kinds: ['goal'] } });
    expect(logoCorner(look, 'goal')).toBe('bottomRight');
    expect(logoCorner(look, 'pkBar')).toBeNull();
    expect(logoCorner(null, 'goal')).toBeNull();
  });
});

describe('theme of a widget', () => {
  const look: Look = lookSchema.parse({ colours: { plate: '#102040' } });
  const theme = {
    version: THEME_VERSION,
    id: 'mine',
    name: 'Mine',
    base: 'ink',
    look,
    changedAt: 1,
  } as const;
  const options = widgetOptionsSchema.parse({ kind: 'goal', frame: { own: 'mine', theme: 'neon' } });

  it('is that of the host, with its base', () => {
    expect(withHostTheme(options, [theme]).frame).toMatchObject({ theme: 'ink', look });
  });

  it('is that of Ringside without it, and never a look from elsewhere', () => {
    expect(withHostTheme(options, []).frame).toMatchObject({ theme: 'neon', look: null });
    const forged = { ...options, frame: { ...options.frame, own: '', look } };
    expect(withHostTheme(forged, [theme]).frame.look).toBeNull();
  });

  it('does not exist in widgets that were stored before there were themes', () => {
    expect(widgetOptionsSchema.parse({ kind: 'pkBar', frame: { theme: 'ink' } }).frame).toMatchObject({
      theme: 'ink',
      own: '',
      look: null,
    });
  });
});

describe('store of themes', () => {
  function openStore(dataDir = temporaryFolder()) {
    let time = 1000;
    let ids = 0;
    const deleted: (string | undefined)[] = [];
    const files = new Set([picture]);
    const store = new ThemeStore({
      dataDir,
      newId: () => `theme${++ids}`,
      now: () => time,
      has: (file) => files.has(file),
      changed: (gone) => deleted.push(gone?.name),
    });
    return { store, dataDir, deleted, files, pass: (ms: number) => (time += ms) };
  }
  const draft = (name: string, look: object = {}) => ({
    name,
    base: 'glass' as const,
    look: lookSchema.parse(look),
  });

  it('keeps themes, and gives a name that is taken a number', () => {
    const { store, dataDir } = openStore();
    store.create(draft('Agency'));
    expect(store.create(draft('Agency')).name).toBe('Agency (2)');
    expect(
      openStore(dataDir)
        .store.list()
        .map(({ name }) => name),
    ).toEqual(['Agency', 'Agency (2)']);
    expect(freeThemeName('x'.repeat(60), ['x'.repeat(60)])).toBe(`${'x'.repeat(56)} (2)`);
  });

  it('refuses a theme whose pictures it does not have, and one that somebody else has changed', () => {
    const { store } = openStore();
    expect(refusal(() => store.create(draft('A', { logo: { picture: 'b'.repeat(64) } })))).toBe('theme.file');
    const theme = store.create(draft('A', { logo: { picture } }));
    const changed = store.save({ ...theme, base: 'neon' });
    expect(changed.changedAt).toBeGreaterThan(theme.changedAt);
    expect(refusal(() => store.save({ ...theme, base: 'ink' }))).toBe('theme.stale');
    expect([...store.files()]).toEqual([picture]);
  });

  it('restores a deleted theme for a week', () => {
    const { store, deleted, pass } = openStore();
    const { id } = store.create(draft('A', { border: { picture } }));
    store.delete(id);
    expect([store.list(), deleted.at(-1), [...store.files()]]).toEqual([[], 'A', [picture]]);
    expect(store.restore(id).id).toBe(id);
    expect(refusal(() => store.restore(id))).toBe('theme.notFound');
    store.delete(id);
    pass(8 * 24 * 3_600_000);
    const other = store.create(draft('B'));
    store.delete(other.id);
    expect(refusal(() => store.restore(id))).toBe('theme.notFound');
  });

  it('keeps a deleted theme if it cannot be restored now', () => {
    const { store, files } = openStore();
    const { id } = store.create(draft('A', { logo: { picture } }));
    store.delete(id);
    files.clear();
    expect(refusal(() => store.restore(id))).toBe('theme.file');
    files.add(picture);
    expect(store.restore(id).name).toBe('A');
  });

  it('drops a broken theme alone', () => {
    const themes = [{ version: 1, id: 'a', name: 'A', changedAt: 1 }, { id: 7 }];
    const { value, dropped } = themesShape.read({ themes, deleted: [] });
    expect([value.themes.map(({ id }) => id), dropped]).toEqual([['a'], 1]);
  });
});
