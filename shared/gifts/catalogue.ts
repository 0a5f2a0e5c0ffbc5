import rows from './catalogue.json' with { type: 'json' };

export const locales = ['en', 'ja', 'zh_CN'] as const;
export type Locale = (typeof locales)[number];

/** One entry of the platform's gift list. */
export type Gift = {
  id: number;
  /**
   * Diamonds of one piece as last known, for pickers and search only. The platform changes prices and has regional
   * ones, so gifts are counted with the diamonds in their message.
   */
  diamonds: number;
  /** Whether the gift is sent as a streak with a rising count; null if unknown. */
  streak: boolean | null;
  names: Readonly<Record<Locale, string>>;
};

/** The gifts with a name in all three languages, by price in ascending order, then by id. */
export const catalogue: readonly Gift[] = rows.map(({ id, diamonds, streak, en, ja, zh_CN }) => ({
  id,
  diamonds,
  streak,
  names: { en, ja, zh_CN },
}));

const byId: ReadonlyMap<number, Gift> = new Map(catalogue.map((gift) => [gift.id, gift]));

/** Finds a gift of the catalogue; undefined for an unknown id. */
export function giftById(id: number): Gift | undefined {
  return byId.get(id);
}
