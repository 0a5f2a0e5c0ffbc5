import { deserialize, serialize } from 'node:v8';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeClone, encodeClone } from '#tests/electron/page/codec.ts';
import { fromPageUrl, toPageUrl } from '#tests/electron/standIn/address.ts';
import { absent, LoudEmitter, loud } from '#tests/electron/standIn/refuse.ts';

const copy = (value: unknown) => decodeClone(encodeClone(value, null), null);

describe('clone codec of the Electron stand-in', () => {
  it('copies values as structured clone does', () => {
    const value = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withSparseArray: true,
      withNullPrototype: false,
    });
    fc.assert(
      fc.property(value, (original) => {
        expect(copy(original)).toEqual(deserialize(serialize(original)));
      }),
      { numRuns: 500 },
    );
  });

  it('keeps cycles and shared references', () => {
    const cycle: Record<string, unknown> = { list: [] };
    cycle.self = cycle;
    cycle.again = cycle.list;
    const copied = copy(cycle);
    expect(Reflect.get(Object(copied), 'self')).toBe(copied);
    expect(Reflect.get(Object(copied), 'again')).toBe(Reflect.get(Object(copied), 'list'));
  });

  it('never changes a prototype', () => {
    copy(JSON.parse('{"__proto__": {"polluted": true}}'));
    expect(Reflect.has({}, 'polluted')).toBe(false);
  });

  it.each([
    ['a function', () => 1],
    ['a symbol', Symbol('x')],
    ['a promise', Promise.resolve()],
    ['a function deep inside', { a: [{ b: () => 1 }] }],
  ])('refuses %s as structured clone does', (_what, value) => {
    expect(() => encodeClone(value, null)).toThrow('could not be cloned');
    expect(() => structuredClone(value)).toThrow('could not be cloned');
  });
});

describe('Electron stand-in', () => {
  it('throws for everything that it does not imitate', () => {
    const thing = loud('app', { getName: () => 'Ringside' });
    expect(thing.getName()).toBe('Ringside');
    expect(() => Reflect.get(thing, 'dock')).toThrow('does not imitate app.dock');
    expect(() => Reflect.set(thing, 'badgeCount', 1)).toThrow('does not imitate setting app.badgeCount');
    expect(() => Reflect.get(absent('Tray'), 'x')).toThrow('does not imitate Tray');
    expect(() => new LoudEmitter('app', ['quit']).on('gpu-info-update', () => undefined)).toThrow(
      "does not imitate the event 'gpu-info-update' of app",
    );
  });

  it('translates page addresses in both directions', () => {
    const schemes = new Set(['app']);
    const page = toPageUrl('app://ringside/tool?a=1#b', schemes);
    expect(page).toBe('https://ringside.app.stand-in.invalid/tool?a=1#b');
    expect(fromPageUrl(page)).toBe('app://ringside/tool?a=1#b');
    expect(fromPageUrl('https://example.test/')).toBe('https://example.test/');
    expect(toPageUrl('https://example.test/', schemes)).toBe('https://example.test/');
  });
});
