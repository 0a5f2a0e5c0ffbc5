import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  LEARNED_LIMIT,
  LEARNED_VERSION,
  type LearnedGift,
  learn,
  noneLearned,
  parseLearned,
  storeLearned,
} from '#shared/gifts/learned.ts';

const market: LearnedGift = { id: 99_000_001, name: 'Night Market', diamonds: 7, streak: true };
const numbered = (n: number): LearnedGift => ({ ...market, id: 99_000_000 + n, name: `Gift ${n}` });

describe('learning a gift from messages', () => {
  it('stores a gift that the catalogue lacks', () => {
    expect(learn(noneLearned, market).get(market.id)).toEqual(market);
    expect(noneLearned.size).toBe(0);
  });

  it('changes nothing for a gift of the catalogue or for a repeated message', () => {
    expect(learn(noneLearned, { id: 5655, name: 'Rose', diamonds: 1, streak: true })).toBe(noneLearned);
    const once = learn(noneLearned, market);
    expect(learn(once, { ...market, name: ' Night Market ' })).toBe(once);
  });

  it('updates the price and the name, and keeps the old name if a message has none', () => {
    const once = learn(noneLearned, market);
    expect(learn(once, { ...market, diamonds: 9 }).get(market.id)?.diamonds).toBe(9);
    expect(learn(once, { ...market, name: 'Day Market' }).get(market.id)?.name).toBe('Day Market');
    expect(learn(once, { ...market, name: '', diamonds: 9 }).get(market.id)).toEqual({
      ...market,
      diamonds: 9,
    });
    expect(learn(once, { ...market, name: '' })).toBe(once);
  });

  it('rejects invalid gifts', () => {
    for (const wrong of [{ id: 0 }, { id: -3 }, { id: 1.5 }, { id: Number.NaN }, { diamonds: -1 }]) {
      expect(learn(noneLearned, { ...market, ...wrong }), JSON.stringify(wrong)).toBe(noneLearned);
    }
  });

  it('shortens a very long name, but never inside a character', () => {
    const name = learn(noneLearned, { ...market, name: `a${'🎁'.repeat(200)}` }).get(market.id)?.name ?? '';
    expect(name).toBe(`a${'🎁'.repeat(49)}`);
  });

  it('keeps the newest 2,000 and forgets the oldest first', () => {
    let learned = noneLearned;
    for (let n = 0; n < LEARNED_LIMIT; n += 1) learned = learn(learned, numbered(n));
    learned = learn(learned, { ...numbered(0), diamonds: 8 });
    learned = learn(learned, numbered(LEARNED_LIMIT));
    expect(learned.size).toBe(LEARNED_LIMIT);
    expect(learned.has(numbered(1).id)).toBe(false);
    expect(learned.has(numbered(0).id)).toBe(true);
    expect([...learned.keys()].at(-1)).toBe(numbered(LEARNED_LIMIT).id);
  });
});

describe('storing learned gifts', () => {
  const stored = (gifts: unknown, version: unknown = LEARNED_VERSION) => ({ version, gifts });

  it('reads back what it stored, in the same order, through JSON', () => {
    const gift = fc.record({
      id: fc.integer({ min: -1, max: 99_000_000 }),
      name: fc.string({ unit: 'grapheme', maxLength: 130 }),
      diamonds: fc.integer({ min: -1, max: 50_000 }),
      streak: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(gift, { maxLength: 40 }), (gifts) => {
        const learned = gifts.reduce(learn, noneLearned);
        const read = parseLearned(JSON.parse(JSON.stringify(storeLearned(learned))));
        expect(read.problem).toBeUndefined();
        expect([...read.gifts]).toEqual([...learned]);
      }),
    );
  });

  it('starts empty without a warning if nothing was stored', () => {
    expect(parseLearned(undefined)).toEqual({ gifts: noneLearned });
    expect(parseLearned(null)).toEqual({ gifts: noneLearned });
  });

  it('starts empty with a warning if the stored value is invalid', () => {
    for (const broken of [
      '',
      'x',
      7,
      [],
      {},
      [market],
      { gifts: [market] },
      stored([market], '1'),
      stored('x'),
    ]) {
      expect(parseLearned(broken), JSON.stringify(broken)).toEqual({
        gifts: noneLearned,
        problem: { kind: 'unreadable' },
      });
    }
  });

  it('does not change a file of a newer version', () => {
    expect(parseLearned(stored([market], LEARNED_VERSION + 1))).toEqual({
      gifts: noneLearned,
      problem: { kind: 'newerVersion', version: LEARNED_VERSION + 1 },
    });
  });

  it('drops invalid entries, reports their number, and keeps the others', () => {
    const read = parseLearned(
      stored([
        numbered(1),
        null,
        { ...market, id: '5' },
        { ...market, diamonds: -1 },
        { id: 8 },
        numbered(2),
      ]),
    );
    expect([...read.gifts.values()]).toEqual([numbered(1), numbered(2)]);
    expect(read.problem).toEqual({ kind: 'entriesDropped', dropped: 4 });
  });

  it('drops an id without a warning once the catalogue has it', () => {
    const read = parseLearned(stored([{ ...market, id: 5655 }, market]));
    expect(read).toEqual({ gifts: new Map([[market.id, market]]) });
  });

  it('keeps the newest of too many entries, and the later of two with one id', () => {
    const many = Array.from({ length: LEARNED_LIMIT + 5 }, (_, n) => numbered(n));
    const read = parseLearned(stored([...many, { ...numbered(0), name: 'Again' }]));
    expect(read.gifts.size).toBe(LEARNED_LIMIT);
    expect(read.gifts.get(numbered(0).id)?.name).toBe('Again');
    expect(read.gifts.has(numbered(1).id)).toBe(false);
  });

  it('reads any stored content without an exception', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(parseLearned(value).gifts.size).toBeGreaterThanOrEqual(0);
        expect(parseLearned(stored(value)).gifts.size).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
