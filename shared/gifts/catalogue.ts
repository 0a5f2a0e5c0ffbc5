import rows from './catalogue.json' with { type: 'json' };

export const locales = ['en', 'ja', 'zh_CN'] as const;
export type Locale = (typeof locales)[number];

/** One id of the platform's gift list. */
export type Gift = {
  id: number;
  /**
   * Diamonds of one piece as last known. A hint for pickers and search: the platform changes prices and sells
   * at regional ones, so a count always takes the diamonds that the message names.
   */
  diamonds: number;
  /** Whether the gift is sent as a streak with a rising count; null where nobody has seen it sent. */
  streak: boolean | null;
  names: Readonly<Record<Locale, string>>;
};

/** Every gift that has a name in all three languages, cheapest first, by id among equals. */
export const catalogue: readonly Gift[] = rows.map(({ id, diamonds, streak, en, ja, zh_CN }) => ({
  id,
  diamonds,
  streak,
  names: { en, ja, zh_CN },
}));

const byId: ReadonlyMap<number, Gift> = new Map(catalogue.map((gift) => [gift.id, gift]));

/** The catalogue's gift of that id, undefined for an id that it does not know. */
export function giftById(id: number): Gift | undefined {
  return byId.get(id);
}
