import { describe, expect, it } from 'vitest';
import type { Ringside } from '#renderer/data/ringside.ts';
import { problemOf } from '#renderer/data/ringside.ts';
import {
  importTheme,
  LARGEST_THEME_FILE,
  parseThemeFile,
  writeThemeFile,
} from '#renderer/features/overlays/themes/themeFile.ts';
import { fromThemeForm, toThemeForm } from '#renderer/features/overlays/themes/themeForm.ts';
import { FONT_CHUNK, type HostTheme, hostThemeSchema, lookSchema } from '#shared/contract/overlay/look.ts';

const [logo, border, font] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [string, string, string];
const png = 'data:image/png;base64,iVBORw0KGgo=';
const fontBytes = Buffer.alloc(FONT_CHUNK + 1000, 7);

const theme: HostTheme = hostThemeSchema.parse({
  version: 1,
  id: 'mine',
  name: 'Agency',
  base: 'glass',
  changedAt: 5,
  look: {
    colours: { attacker: '#ff00aa' },
    font: { kind: 'file', file: font, name: 'Agency Sans' },
    logo: { picture: logo },
    border: { picture: border },
  },
});

/** A backstage that has the files of `theme`, and stores others under ids that begin with `d`. */
function device() {
  const sent: string[] = [];
  const created: unknown[] = [];
  const answers: Record<string, (args: never) => unknown> = {
    'pictures.read': ({ pictures }: { pictures: string[] }) => ({
      pictures: pictures.map((id) => ({ id, data: png })),
    }),
    'fonts.read': ({ offset }: { offset: number }) => ({
      data: fontBytes.subarray(offset, offset + FONT_CHUNK).toString('base64'),
    }),
    'pictures.put': ({ data }: { data: string }) => {
      sent.push(data);
      return { picture: `d${sent.length}`.padEnd(64, '0') };
    },
    'fonts.put': ({ offset, data, size }: { offset: number; data: string; size: number }) => {
      const isWhole = offset + Buffer.from(data, 'base64').length === size;
      return { id: 'upload', font: isWhole ? 'e'.repeat(64) : '' };
    },
    'themes.create': (draft: object) => {
      created.push(draft);
      return { theme: { ...theme, ...draft } };
    },
  };
  const call = (async (name: string, args: never) => answers[name]?.(args)) as Ringside['call'];
  return { call, sent, created };
}

async function refusal(run: () => unknown): Promise<unknown> {
  try {
    await run();
    return null;
  } catch (error) {
    return problemOf(error).code;
  }
}

describe('file of a theme', () => {
  it('has its pictures and its font, and brings them to another device under their ids there', async () => {
    const from = device();
    const text = await writeThemeFile(theme, from.call);
    const { pictures, fonts, name } = parseThemeFile(text);
    expect([name, Object.keys(pictures), Buffer.from(fonts[font] ?? '', 'base64').length]).toEqual([
      'Agency',
      [logo, border],
      fontBytes.length,
    ]);
    const to = device();
    await importTheme(new Blob([text]), to.call);
    expect(to.created).toMatchObject([
      {
        name: 'Agency',
        base: 'glass',
        look: {
          colours: { attacker: '#ff00aa' },
          font: { file: 'e'.repeat(64) },
          logo: { picture: 'd1'.padEnd(64, '0') },
          border: { picture: 'd2'.padEnd(64, '0') },
        },
      },
    ]);
  });

  it('is refused with a sentence if it is hostile or damaged, before anything is sent', async () => {
    const whole: Record<string, unknown> = JSON.parse(await writeThemeFile(theme, device().call));
    const look = Object(whole.look);
    const bad: [unknown, string][] = [
      ['{', 'theme.notOurs'],
      [[], 'theme.notOurs'],
      [{ ...whole, format: 'ringside-device' }, 'theme.notOurs'],
      [{ ...whole, version: 2 }, 'theme.newer'],
      [{ ...whole, css: 'body { display: none }' }, 'theme.notOurs'],
      [{ ...whole, look: { ...look, colours: { accent: 'red;}body{display:none' } } }, 'theme.notOurs'],
      [
        { ...whole, pictures: { [logo]: 'data:image/svg+xml;base64,PHN2Zz4=', [border]: png } },
        'theme.notOurs',
      ],
      [{ ...whole, pictures: { [logo]: 'https://a.example/x.png', [border]: png } }, 'theme.notOurs'],
      [{ ...whole, pictures: { [logo]: png } }, 'theme.notOurs'],
      [{ ...whole, pictures: { [logo]: png, [border]: png, ['9'.repeat(64)]: png } }, 'theme.notOurs'],
      [{ ...whole, pictures: { [logo]: png, [border]: png, [font]: png }, fonts: {} }, 'theme.notOurs'],
      [{ ...whole, name: '' }, 'theme.notOurs'],
    ];
    for (const [content, code] of bad) {
      const to = device();
      const text = typeof content === 'string' ? content : JSON.stringify(content);
      expect(await refusal(() => importTheme(new Blob([text]), to.call))).toBe(code);
      expect([to.sent, to.created]).toEqual([[], []]);
    }
    const huge = ' '.repeat(LARGEST_THEME_FILE + 1);
    expect(await refusal(() => importTheme(new Blob([huge]), device().call))).toBe('theme.fileTooLarge');
  });

  it('is not made of a theme whose picture is gone', async () => {
    const call = (async () => ({ pictures: [{ id: logo, data: '' }] })) as unknown as Ringside['call'];
    const plain = { ...theme, look: lookSchema.parse({ logo: { picture: logo } }) };
    expect(await refusal(() => writeThemeFile(plain, call))).toBe('theme.file');
  });
});

describe('form of a theme', () => {
  it('keeps a theme as it is', () => {
    expect(fromThemeForm(toThemeForm(theme), theme)).toEqual(theme);
    const plain = { ...theme, look: lookSchema.parse({}) };
    expect(fromThemeForm(toThemeForm(plain), plain)).toEqual(plain);
  });

  it('gives a first logo a place, and takes no font without its file', () => {
    const values = toThemeForm({ ...theme, look: lookSchema.parse({}) });
    const changed = fromThemeForm(
      { ...values, logo: { ...values.logo, picture: logo }, font: { ...values.font, kind: 'file' } },
      theme,
    );
    expect(changed?.look.logo).toMatchObject({
      picture: logo,
      corner: 'topLeft',
      kinds: ['ranking', 'pkBar', 'thanks'],
    });
    expect(changed?.look.font).toEqual({ kind: 'widget' });
    expect(fromThemeForm({ ...values, name: ' ' }, theme)).toBeNull();
  });
});
