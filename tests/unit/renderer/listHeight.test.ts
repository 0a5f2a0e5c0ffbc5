import { describe, expect, it } from 'vitest';
import { heightFor } from '#renderer/kit/list/useRowSlots.ts';

describe('height of a virtual list', () => {
  it('is exact for a short list and for a list that is scrolled down', () => {
    for (const count of [0, 1, 37, 200]) expect(heightFor(count, true)).toBe(count);
    for (const count of [1, 201, 12_345]) expect(heightFor(count, false)).toBe(count);
  });

  it('is rounded up for a long list at the top, so that it changes rarely', () => {
    const heights = Array.from({ length: 1000 }, (_, index) => heightFor(1001 + index, true));
    for (const [index, height] of heights.entries()) expect(height).toBeGreaterThanOrEqual(1001 + index);
    expect(new Set(heights).size).toBe(20);
  });
});
