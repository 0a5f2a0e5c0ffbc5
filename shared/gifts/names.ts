import { giftById, type Locale } from './catalogue.ts';
import type { Learned } from './learned.ts';

/**
 * The name of a gift on screen, never empty. A gift of the catalogue has its name in the reader's language. Any other
 * has the message's name, else the name learned from an earlier message, else `#id`.
 */
export function giftName(id: number, messageName: string, locale: Locale, learned?: Learned): string {
  const known = giftById(id);
  if (known) return known.names[locale];
  return messageName.trim() || learned?.get(id)?.name || `#${id}`;
}
