import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  draftOf,
  emptyDraft,
  moved,
  newAnchor,
  pointsEntries,
  restored,
  withIds,
  withPoints,
} from '#renderer/data/presets/presetForm.ts';
import { presetDraftSchema } from '#shared/contract/backstage.ts';
import { PRESET_VERSION, presetSchema } from '#shared/contract/preset.ts';
import { siblingIds } from '#shared/gifts/groups.ts';

const list = ['a', 'b', 'c'].map((id) => ({ id }));
const ids = (items: { id: string }[]) => items.map(({ id }) => id).join('');

describe('preset form', () => {
  it('starts with default rules and can be saved when it has a name', () => {
    expect(presetDraftSchema.safeParse(emptyDraft()).success).toBe(false);
    const named = { ...emptyDraft(), name: 'Friday', anchors: [{ ...newAnchor('1'), nickname: 'Aya' }] };
    expect(presetDraftSchema.parse(named)).toEqual(named);
  });

  it('keeps the fields of a stored preset that it does not show', () => {
    const stored = presetSchema.parse({
      version: 1,
      id: 'p',
      name: 'Friday',
      anchors: [{ id: '1', nickname: 'Aya', avatar: 'a'.repeat(64) }],
    });
    expect({ version: PRESET_VERSION, ...draftOf(stored) }).toEqual(stored);
  });

  it('moves an anchor by one position and stops at the ends', () => {
    expect(ids(moved(list, 'b', -1))).toBe('bac');
    expect(ids(moved(list, 'b', 1))).toBe('acb');
    expect(ids(moved(list, 'a', -1))).toBe('abc');
    expect(ids(moved(list, 'c', 1))).toBe('abc');
  });

  it('restores a removed anchor at its position', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat().map(String), { minLength: 1 }), fc.nat(), (all, pick) => {
        const items = all.map((id) => ({ id }));
        const place = pick % items.length;
        const item = items[place] ?? { id: '' };
        const left = items.filter((each) => each !== item);
        expect(restored(left, item, place)).toEqual(items);
      }),
    );
  });

  it('sets and removes the points of all ids of a gift together', () => {
    const points = withPoints({ '5655': 3 }, { ids: [5745, 6912] }, 7);
    expect(points).toEqual({ '5655': 3, '5745': 7, '6912': 7 });
    const entries = pointsEntries(points, siblingIds);
    expect(entries).toContainEqual({ ids: [5745, 6912], points: 7 });
    expect(entries).toHaveLength(2);
    expect(withPoints(points, { ids: [5745, 6912] }, null)).toEqual({ '5655': 3 });
  });

  it('lists ids of one gift separately if their points differ', () => {
    const entries = pointsEntries({ '5745': 1, '6912': 2 }, siblingIds);
    expect(entries).toEqual([
      { ids: [5745], points: 1 },
      { ids: [6912], points: 2 },
    ]);
  });

  it('adds learned ids to the chosen gift without duplicates and within the limit', () => {
    expect(withIds({ ids: [5745] }, [6912, 5745])).toEqual({ ids: [5745, 6912] });
    expect(
      withIds(
        null,
        Array.from({ length: 30 }, (_, id) => id + 1),
      ).ids,
    ).toHaveLength(20);
  });
});
