import { giftById, type Locale } from './catalogue.ts';
import type { Learned } from './learned.ts';

/**
 * What a gift is called on screen. For an id of the catalogue that is its name in the reader's language,
 * whatever the message says, so that a show in three languages reads alike; for any other id it is the
 * message's own name, else the one learned from an earlier message, else `#id`. Never empty.
 */
export function giftName(id: number, messageName: string, locale: Locale, learned?: Learned): string {
  const known = giftById(id);
  if (known) return known.names[locale];
  return messageName.trim() || learned?.get(id)?.name || `#${id}`;
}
