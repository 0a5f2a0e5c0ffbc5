import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { totalOf } from '#server/api/lists.ts';

describe('total of a list', () => {
  it('equals a count on any page, and needs no count if the page reveals it', async () => {
    let counted = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 10 }),
        async (rows, page, size) => {
          const found = Math.min(size, Math.max(0, rows - (page - 1) * size));
          const count = async () => {
            counted += 1;
            return rows;
          };
          counted = 0;
          expect(await totalOf({ page, size }, found, count)).toBe(rows);
          if (page === 1 && rows < size) expect(counted).toBe(0);
        },
      ),
    );
  });
});
