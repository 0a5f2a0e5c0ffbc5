import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogue, giftById } from '#shared/gifts/catalogue.ts';
import { groupGifts, siblingIds } from '#shared/gifts/groups.ts';
import { type LearnedGift, learn, noneLearned } from '#shared/gifts/learned.ts';

const learnAll = (gifts: LearnedGift[]) => gifts.reduce(learn, noneLearned);

describe('gift with several ids', () => {
  it('is chosen with all of its ids, the picked id first', () => {
    expect(siblingIds(5745)).toEqual([5745, 6912]);
    expect(siblingIds(6912)).toEqual([6912, 5745]);
    expect(siblingIds(17661)).toEqual([17661, 17589, 17667]);
  });

  it('does not include a gift of the same name and another price', () => {
    expect(giftById(12852)?.names.en).toBe(giftById(12853)?.names.en);
    expect(siblingIds(12852)).toEqual([12852]);
  });

  it('does not include a gift whose name agrees in one language only', () => {
    expect(siblingIds(6890)).toEqual([6890]);
  });

  it('has only its own id if it is unknown', () => {
    expect(siblingIds(99_000_001)).toEqual([99_000_001]);
  });

  it('includes a learned id that messages name like it, in any language', () => {
    const learned = learnAll([
      { id: 99_000_001, name: 'cat paws', diamonds: 1, streak: true },
      { id: 99_000_002, name: '猫爪', diamonds: 1, streak: true },
      { id: 99_000_003, name: 'Cat Paws', diamonds: 5, streak: true },
    ]);
    expect(siblingIds(5745, learned)).toEqual([5745, 6912, 99_000_001, 99_000_002]);
    expect(siblingIds(99_000_003, learned)).toEqual([99_000_003]);
  });

  it('joins learned ids of one name and price, but never nameless ones', () => {
    const learned = learnAll([
      { id: 99_000_001, name: 'Night Market', diamonds: 7, streak: true },
      { id: 99_000_002, name: 'Night Market', diamonds: 7, streak: false },
      { id: 99_000_003, name: '', diamonds: 7, streak: true },
      { id: 99_000_004, name: '', diamonds: 7, streak: true },
    ]);
    expect(siblingIds(99_000_002, learned)).toEqual([99_000_002, 99_000_001]);
    expect(siblingIds(99_000_003, learned)).toEqual([99_000_003]);
  });

  it('never exceeds the 20 ids that a chosen gift may have, and keeps the picked one', () => {
    const many = Array.from({ length: 40 }, (_, n) => n + 99_000_000);
    const learned = learnAll(many.map((id) => ({ id, name: 'Night Market', diamonds: 7, streak: true })));
    const ids = siblingIds(99_000_039, learned);
    expect(ids).toHaveLength(20);
    expect(ids[0]).toBe(99_000_039);
  });

  it('has the streak flag of any of its ids', () => {
    expect(groupGifts().find(({ ids }) => ids.includes(5745))?.streak).toBe(true);
  });

  it('has each id in exactly one group, with or without learned gifts', () => {
    const gift = fc.record({
      id: fc.integer({ min: 90_000_000, max: 90_000_030 }),
      name: fc.constantFrom('', 'Rose', '玫瑰', 'バラ', 'Night Market'),
      diamonds: fc.integer({ min: 0, max: 3 }),
      streak: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(gift, { maxLength: 60 }), (gifts) => {
        const learned = learnAll(gifts);
        const ids = groupGifts(learned).flatMap((group) => group.ids);
        const all = [...catalogue.map(({ id }) => id), ...learned.keys()];
        expect([...ids].sort((a, b) => a - b)).toEqual(all.sort((a, b) => a - b));
        for (const id of learned.keys()) {
          const siblings = siblingIds(id, learned);
          for (const other of siblings) expect(siblingIds(other, learned)).toContain(id);
        }
      }),
      { numRuns: 50 },
    );
    expect(groupGifts().flatMap(({ ids }) => ids)).toHaveLength(catalogue.length);
  });
});
