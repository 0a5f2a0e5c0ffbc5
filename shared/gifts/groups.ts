import { catalogue, type Gift, type Locale, locales } from './catalogue.ts';
import type { Learned, LearnedGift } from './learned.ts';

/** A gift with all ids that the platform has given it over time and by region. */
export type GiftGroup = {
  /** At least one id, in ascending order. */
  ids: readonly number[];
  names: Readonly<Record<Locale, string>>;
  /** Diamonds of one piece as last known, see `Gift`. */
  diamonds: number;
  streak: boolean | null;
  /** True if the catalogue has none of the ids. */
  learned: boolean;
};

/** Maximum number of ids of a chosen gift. */
const MOST_IDS = 20;

/**
 * All gifts: ids with the same name and the same diamonds are one gift. A learned gift is merged into a gift of the
 * catalogue if their names are equal in any language, because messages may be in any of them. In the order of the
 * catalogue (by price, then by id).
 */
export function groupGifts(learned?: Learned): readonly GiftGroup[] {
  if (!learned || learned.size === 0) return known.groups;
  const groups = [...known.groups];
  const places = new Map(known.places);
  for (const gift of learned.values()) {
    const key = gift.name ? keyOf(gift.name, gift.diamonds) : undefined;
    const place = key === undefined ? undefined : places.get(key);
    const group = place === undefined ? undefined : groups[place];
    if (place !== undefined && group) {
      groups[place] = { ...group, ids: sorted([...group.ids, gift.id]), streak: group.streak ?? gift.streak };
    } else {
      if (key !== undefined) places.set(key, groups.length);
      groups.push(fromLearned(gift));
    }
  }
  return groups.sort((a, b) => a.diamonds - b.diamonds || first(a) - first(b));
}

/**
 * All ids of the gift with this id, for a choice: the given id first, the others ascending, at most 20. Returns an
 * unknown id alone.
 */
export function siblingIds(id: number, learned?: Learned): number[] {
  const group = groupGifts(learned).find((each) => each.ids.includes(id));
  return [id, ...(group?.ids.filter((other) => other !== id) ?? [])].slice(0, MOST_IDS);
}

const known = groupCatalogue(catalogue);

function groupCatalogue(gifts: readonly Gift[]): { groups: GiftGroup[]; places: Map<string, number> } {
  const groups: GiftGroup[] = [];
  const places = new Map<string, number>();
  for (const { id, names, diamonds, streak } of gifts) {
    const key = keyOf(names.en, diamonds);
    const place = places.get(key);
    const group = place === undefined ? undefined : groups[place];
    if (place !== undefined && group) {
      groups[place] = { ...group, ids: sorted([...group.ids, id]), streak: group.streak ?? streak };
    } else {
      places.set(key, groups.length);
      groups.push({ ids: [id], names, diamonds, streak, learned: false });
    }
  }
  // The English name decides which ids are one gift; the other languages only help to recognise a learned gift.
  for (const [place, { names, diamonds }] of groups.entries()) {
    for (const locale of locales) {
      const key = keyOf(names[locale], diamonds);
      if (!places.has(key)) places.set(key, place);
    }
  }
  return { groups, places };
}

function fromLearned({ id, name, diamonds, streak }: LearnedGift): GiftGroup {
  const shown = name || `#${id}`;
  return { ids: [id], names: { en: shown, ja: shown, zh_CN: shown }, diamonds, streak, learned: true };
}

function keyOf(name: string, diamonds: number): string {
  return `${diamonds} ${name.normalize('NFKC').toLowerCase()}`;
}

function sorted(ids: number[]): number[] {
  return ids.sort((a, b) => a - b);
}

function first(group: GiftGroup): number {
  return group.ids[0] ?? 0;
}
