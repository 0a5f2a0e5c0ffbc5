import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPlainData } from '#electron/ipc/plainData.ts';

const limits = { depth: 5, nodes: 100, characters: 1000 };

describe('what a window may send', () => {
  it('is any tree of plain values', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        // JSON has a key that no message may carry.
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
    ['no number', Number.NaN],
    ['no finite number', Number.NEGATIVE_INFINITY],
    ['a function', () => 1],
    ['a symbol', Symbol('x')],
    ['an error', new Error('x')],
    ['an object that replaces its prototype', JSON.parse('{"__proto__": 1}')],
    ['too deep a tree', nested(7)],
    ['too many values', new Array(200).fill(0)],
    ['an array of any length', new Array(4_000_000_000)],
    ['too long a text', 'x'.repeat(1001)],
    ['too long a text in parts', { a: 'x'.repeat(600), b: 'x'.repeat(600) }],
    ['too long a name', { ['x'.repeat(1001)]: 1 }],
  ])('is not %s', (_what, value) => {
    expect(isPlainData(value, limits)).toBe(false);
  });

  it('may name the same object twice, which is no cycle', () => {
    const shared = { a: 1 };
    expect(isPlainData([shared, shared], limits)).toBe(true);
  });
});
