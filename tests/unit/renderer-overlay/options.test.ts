import { describe, expect, it } from 'vitest';
import { fromForm, toForm } from '#renderer/features/overlays/linkEditor.ts';
import {
  fitScale,
  isOwnComputer,
  linkAddress,
  pageInWindow,
  pageSize,
  plainOptions,
  sampleAddress,
} from '#renderer/features/overlays/overlayPage.ts';
import { widgetKinds, widgetOptionsSchema } from '#shared/contract/overlay/widget.ts';

describe('widget form', () => {
  it.each(widgetKinds)('returns the same options that it was given: %s', (kind) => {
    const options = plainOptions(kind, 'zh_CN');
    expect(options.frame.language).toBe('zh_CN');
    expect(fromForm(toForm(options))).toEqual(options);
  });

  it('keeps page B while it is switched off, and saves none', () => {
    const options = widgetOptionsSchema.parse({ kind: 'ranking', b: { name: 'Fans', top: 3 } });
    const form = toForm(options);
    expect(fromForm({ ...form, hasB: false })).toMatchObject({ b: null });
    expect(fromForm({ ...form, hasB: true })).toMatchObject({ b: { name: 'Fans', top: 3 } });
  });

  it("saves a background colour only if it is the host's own", () => {
    const form = toForm(plainOptions('workbench', 'en'));
    const background = (kind: string) => fromForm({ ...form, background: { kind, colour: '#123456' } });
    expect(background('green')).toMatchObject({ background: { kind: 'green' } });
    expect(background('custom')).toMatchObject({ background: { kind: 'custom', colour: '#123456' } });
    expect(fromForm({ ...form, background: { kind: 'custom', colour: 'red' } })).toBeNull();
    expect(fromForm({ ...form, background: { kind: 'green', colour: 'red' } })).not.toBeNull();
  });

  it.each([
    ['an indent of 50', { frame: { indentTop: 50 } }],
    ['an indent below 0', { frame: { indentBottom: -1 } }],
    ['an empty number', { frame: { scale: '' } }],
    ['no display item', { a: { content: [] } }],
    ['21 lines', { a: { top: 21 } }],
  ])('rejects %s', (_what, wrong) => {
    const form = toForm(plainOptions('ranking', 'en'));
    expect(fromForm({ ...form, ...wrong })).toBeNull();
  });

  it('accepts an indent of 49', () => {
    const form = toForm(plainOptions('ranking', 'en'));
    expect(fromForm({ ...form, frame: { indentTop: 49 } })).toMatchObject({ frame: { indentTop: 49 } });
  });
});

describe('widget address', () => {
  it('has the host name of this page on the web, even if the server reports another one', () => {
    const page = new URL('https://show.example/tool/extras');
    const want = 'https://show.example/overlay/#abc';
    expect(linkAddress({ url: '/overlay/#abc' }, page)).toBe(want);
    expect(linkAddress({ url: 'http://127.0.0.1:5180/overlay/#abc' }, page)).toBe(want);
  });

  it("is the hub's own in the desktop app", () => {
    const url = 'http://127.0.0.1:41234/overlay/#abc';
    expect(linkAddress({ url }, null)).toBe(url);
  });

  it('of a sample contains every option', () => {
    const options = plainOptions('pkBar', 'ja');
    const address = sampleAddress('https://show.example/overlay/', options, 7);
    const said = new URLSearchParams(new URL(address).hash.slice(1));
    expect(said.get('sample')).toBe('pkBar');
    expect(widgetOptionsSchema.parse(JSON.parse(said.get('options') ?? ''))).toEqual(options);
    expect(said.get('at')).toBe('7');
  });

  it('tells whether another device could open it', () => {
    expect(isOwnComputer('http://127.0.0.1:1/overlay/#a')).toBe(true);
    expect(isOwnComputer('http://localhost:1/overlay/#a')).toBe(true);
    expect(isOwnComputer('http://192.168.1.2:1/overlay/#a')).toBe(false);
  });
});

describe('widget preview', () => {
  it('is upright like a phone, and as long as its anchors need for the workbench', () => {
    expect(pageSize(plainOptions('ranking', 'ja'))).toEqual({ width: 1080, height: 1920 });
    expect(pageSize(plainOptions('workbench', 'ja'), 4)).toEqual({ width: 1920, height: 360 });
    expect(pageSize(plainOptions('workbench', 'ja'), 12)).toEqual({ width: 1920, height: 720 });
  });

  it('fits the whole page into its space and never enlarges it', () => {
    const page = { width: 1080, height: 1920 };
    expect(fitScale(page, { width: 270, height: 960 })).toBe(0.25);
    expect(fitScale(page, { width: 2000, height: 480 })).toBe(0.25);
    expect(fitScale(page, { width: 5000, height: 5000 })).toBe(1);
    expect(fitScale(page, { width: 0, height: 0 })).toBe(0);
  });
});

describe('workbench address in a window', () => {
  const link = 'http://127.0.0.1:17840/overlay/#token';

  it('contains the layout and background of the window', () => {
    const address = new URL(pageInWindow(link, { background: '#00ff00', layout: 'vertical' }));
    expect(address.searchParams.get('background')).toBe('#00ff00');
    expect(address.searchParams.get('layout')).toBe('vertical');
    expect([address.origin, address.pathname, address.hash]).toEqual([
      'http://127.0.0.1:17840',
      '/overlay/',
      '#token',
    ]);
  });

  it('is the plain link if the window has no settings, and empty without a link', () => {
    expect(pageInWindow(link, { layout: '' })).toBe(link);
    expect(pageInWindow('', { layout: 'vertical' })).toBe('');
  });
});
