import { describe, expect, it } from 'vitest';
import { heightFor } from '#renderer/features/show/ledger/useRowSlots.ts';

describe('for how many rows a list is high enough', () => {
  it('is as many as there are while they are few, and wherever the end may come in sight', () => {
    for (const count of [0, 1, 37, 200]) expect(heightFor(count, true)).toBe(count);
    for (const count of [1, 201, 12_345]) expect(heightFor(count, false)).toBe(count);
  });

  it('is never fewer, and does not change with each row that comes on top of a long list', () => {
    const heights = Array.from({ length: 1000 }, (_, index) => heightFor(1001 + index, true));
    for (const [index, height] of heights.entries()) expect(height).toBeGreaterThanOrEqual(1001 + index);
    expect(new Set(heights).size).toBe(20);
  });
});
