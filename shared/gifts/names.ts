import { giftById, type Locale } from './catalogue.ts';
import type { Learned } from './learned.ts';

/**
 * The displayed name of a gift, never empty. A gift of the catalogue has its name in the user's language. Any other
 * gift has the message's name, or else the name learned from an earlier message, or else `#id`.
 */
export function giftName(id: number, messageName: string, locale: Locale, learned?: Learned): string {
  const known = giftById(id);
  if (known) return known.names[locale];
  return messageName.trim() || learned?.get(id)?.name || `#${id}`;
}
