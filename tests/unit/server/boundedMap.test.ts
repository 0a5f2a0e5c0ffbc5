import { describe, expect, it } from 'vitest';
import { BoundedMap } from '#server/limits/buckets.ts';

describe('a bounded map', () => {
  it('removes the oldest entry when it is full', () => {
    const map = new BoundedMap<string, number>(2);
    map.set('a', 1);
    map.set('b', 2);
    map.set('c', 3);
    expect([map.size, map.get('a'), map.get('b'), map.get('c')]).toEqual([2, undefined, 2, 3]);
  });

  it('treats an entry as new when it is set again, not when it is read', () => {
    const map = new BoundedMap<string, number>(2);
    map.set('read', 1);
    map.set('set', 2);
    map.set('read', 3);
    map.get('set');
    map.set('new', 4);
    expect([map.has('read'), map.has('set'), map.has('new')]).toEqual([true, false, true]);
  });

  it('never exceeds its size', () => {
    const map = new BoundedMap<number, number>(100);
    for (let key = 0; key < 10_000; key += 1) map.set(key, key);
    expect([map.size, map.get(9900), map.get(9899)]).toEqual([100, 9900, undefined]);
  });

  it('removes matching entries, one entry, or all', () => {
    const map = new BoundedMap<string, number>(5);
    for (const [key, value] of Object.entries({ a: 1, b: 2, c: 3, d: 4 })) map.set(key, value);
    map.deleteWhere((value) => value % 2 === 0);
    map.delete('a');
    expect([map.size, map.get('c')]).toEqual([1, 3]);
    map.clear();
    expect(map.size).toBe(0);
  });
});
