import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPlainData } from '#electron/ipc/register.ts';

const limits = { depth: 5, nodes: 100, characters: 1000 };

describe('isPlainData', () => {
  it('accepts any tree of plain values', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        // Messages may not have the key __proto__, which JSON allows.
        fc.pre(!JSON.stringify(value).includes('__proto__'));
        expect(isPlainData(value)).toBe(true);
      }),
    );
  });

  const cycle: Record<string, unknown> = {};
  cycle.inner = [cycle];
  const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);

  it.each([
    ['a cycle', cycle],
    ['a map', new Map()],
    ['a date', new Date(0)],
    ['bytes', new Uint8Array(4)],
    ['a big integer', 1n],
    ['not a number', Number.NaN],
    ['an infinite number', Number.NEGATIVE_INFINITY],
    ['a function', () => 1],
    ['a symbol', Symbol('x')],
    ['an error', new Error('x')],
    ['an object that replaces its prototype', JSON.parse('{"__proto__": 1}')],
    ['a tree that is too deep', nested(7)],
    ['too many values', new Array(200).fill(0)],
    ['a huge sparse array', new Array(4_000_000_000)],
    ['a text that is too long', 'x'.repeat(1001)],
    ['texts that are too long together', { a: 'x'.repeat(600), b: 'x'.repeat(600) }],
    ['a key that is too long', { ['x'.repeat(1001)]: 1 }],
  ])('rejects %s', (_what, value) => {
    expect(isPlainData(value, limits)).toBe(false);
  });

  it('accepts the same object twice, because that is not a cycle', () => {
    const shared = { a: 1 };
    expect(isPlainData([shared, shared], limits)).toBe(true);
  });
});
