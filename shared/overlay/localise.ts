import type { OverlayChange } from '../contract/overlay/message.ts';
import type { OverlaySection } from '../contract/overlay/state.ts';
import type { Locale } from '../gifts/catalogue.ts';
import { giftName } from '../gifts/learned.ts';

const sectionsWithGiftNames: ReadonlySet<string> = new Set<OverlaySection>([
  'giftsRound',
  'giftsShow',
  'giftsAll',
  'recent',
  'guide',
  'thanks',
]);

/** Whether one of the sections contains gift names. */
export function dependsOnLanguage(sections: readonly OverlaySection[]): boolean {
  return sections.some((section) => sectionsWithGiftNames.has(section));
}

/** Replaces the gift names of a change by the catalogue's names in a locale. Other names stay as they are. */
export function localise(change: OverlayChange, locale: Locale): OverlayChange {
  return Object.fromEntries(
    Object.entries(change).map(([section, entries]) => [
      section,
      sectionsWithGiftNames.has(section)
        ? Object.fromEntries(
            Object.entries(entries).map(([key, entry]) => [key, localiseEntry(entry, locale)]),
          )
        : entries,
    ]),
  );
}

/** A guide entry gets the name of its first gift. In a ranking of gifts, `name` is the gift's name. */
function localiseEntry(entry: unknown, locale: Locale): unknown {
  if (typeof entry !== 'object' || entry === null) return entry;
  const facts: Record<string, unknown> = { ...entry };
  const id = Array.isArray(facts.giftIds) ? facts.giftIds[0] : facts.giftId;
  if (typeof id !== 'number') return entry;
  const field = 'giftName' in facts ? 'giftName' : 'name';
  return { ...facts, [field]: giftName(id, String(facts[field]), locale) };
}
