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

/** A guide has the name of its first gift; in the rankings of gifts the entry's own name is the gift's. */
function named(entry: unknown, locale: Locale): unknown {
  if (typeof entry !== 'object' || entry === null) return entry;
  const facts: Record<string, unknown> = { ...entry };
  const id = Array.isArray(facts.giftIds) ? facts.giftIds[0] : facts.giftId;
  if (typeof id !== 'number') return entry;
  const field = 'giftName' in facts ? 'giftName' : 'name';
  return { ...facts, [field]: giftName(id, String(facts[field]), locale) };
}
