import type { OverlayChange } from '../contract/overlay/message.ts';
import type { OverlaySection } from '../contract/overlay/state.ts';
import type { Locale } from '../gifts/catalogue.ts';
import { giftName } from '../gifts/names.ts';

const withGifts: ReadonlySet<string> = new Set<OverlaySection>([
  'giftsRound',
  'giftsShow',
  'giftsAll',
  'recent',
  'guide',
]);

/** Whether what is said in these sections depends on the language. */
export function dependsOnLanguage(sections: readonly OverlaySection[]): boolean {
  return sections.some((section) => withGifts.has(section));
}

/** The same with the gifts called as the catalogue has them in a language; viewers' and anchors' names stay. */
export function localise(change: OverlayChange, locale: Locale): OverlayChange {
  return Object.fromEntries(
    Object.entries(change).map(([section, entries]) => [
      section,
      withGifts.has(section)
        ? Object.fromEntries(Object.entries(entries).map(([key, entry]) => [key, named(entry, locale)]))
        : entries,
    ]),
  );
}

function named(entry: unknown, locale: Locale): unknown {
  if (typeof entry !== 'object' || entry === null) return entry;
  if ('giftIds' in entry && 'giftName' in entry && Array.isArray(entry.giftIds)) {
    return { ...entry, giftName: nameOf(entry.giftIds[0], entry.giftName, locale) };
  }
  if (!('giftId' in entry)) return entry;
  if ('giftName' in entry) return { ...entry, giftName: nameOf(entry.giftId, entry.giftName, locale) };
  return 'name' in entry ? { ...entry, name: nameOf(entry.giftId, entry.name, locale) } : entry;
}

function nameOf(id: unknown, name: unknown, locale: Locale): string {
  const own = typeof name === 'string' ? name : '';
  return typeof id === 'number' ? giftName(id, own, locale) : own;
}
