import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apply, diff, isEmpty } from '#shared/overlay/change.ts';

const keyArb = fc.constantFrom('mika', 'rei', '1', '10', '__proto__', 'constructor', '');
const entryArb = fc.record(
  {
    votes: fc.nat(3),
    name: fc.constantFrom('Aoi', '<b>'),
    ids: fc.array(fc.nat(2), { maxLength: 2 }),
    countdown: fc.option(fc.record({ length: fc.nat(2), since: fc.option(fc.nat(2)) })),
  },
  { requiredKeys: ['votes'] },
);
const sectionArb = fc
  .array(fc.tuple(keyArb, entryArb), { maxLength: 5 })
  .map((pairs) => Object.fromEntries(pairs));
const stateArb = fc.record({ scores: sectionArb, recent: sectionArb, show: sectionArb });

describe('change of the shown state', () => {
  it('leads from any state to any other, also after serialisation', () => {
    fc.assert(
      fc.property(stateArb, stateArb, (before, after) => {
        const change = diff(before, after);
        expect(apply(before, change)).toEqual(after);
        expect(apply(before, JSON.parse(JSON.stringify(change)))).toEqual(JSON.parse(JSON.stringify(after)));
      }),
    );
  });

  it('is empty exactly if nothing changed', () => {
    fc.assert(
      fc.property(stateArb, stateArb, (before, after) => {
        const same = JSON.stringify(sorted(before)) === JSON.stringify(sorted(after));
        expect(isEmpty(diff(before, after))).toBe(same);
        expect(isEmpty(diff(before, structuredClone(before)))).toBe(true);
      }),
    );
  });

  it('contains only the entries that changed', () => {
    const before = {
      scores: { mika: { votes: 1 }, rei: { votes: 2 } },
      show: { it: { status: 'counting' } },
    };
    const after = {
      scores: { mika: { votes: 5 }, yuki: { votes: 2 } },
      show: { it: { status: 'counting' } },
    };
    expect(diff(before, after)).toEqual({ scores: { mika: { votes: 5 }, rei: null, yuki: { votes: 2 } } });
  });

  it('does not mutate the state that it is applied to', () => {
    const before = { scores: { mika: { votes: 1 } } };
    apply(before, { scores: { mika: { votes: 2 }, rei: { votes: 1 } } });
    expect(before).toEqual({ scores: { mika: { votes: 1 } } });
  });

  it('distinguishes an empty list from an empty record', () => {
    const before = { guide: { spin: { giftIds: [] } } };
    const after = { guide: { spin: { giftIds: {} } } };
    expect(diff(before, after)).toEqual(after);
    expect(diff(after, before)).toEqual(before);
  });

  it('adds new sections, also empty ones', () => {
    expect(diff({}, { recent: {} })).toEqual({ recent: {} });
    expect(apply({}, { recent: {} })).toEqual({ recent: {} });
  });
});

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, entry]) => [key, sorted(entry)]);
}
