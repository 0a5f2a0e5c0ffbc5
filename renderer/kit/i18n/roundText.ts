import type { TFunction } from 'i18next';
import type { RoundName } from '#shared/contract/report.ts';

/** A round as it is called in a sentence or a list. */
export function roundText(t: TFunction, { number, kind }: RoundName): string {
  if (kind === null) return t('addGift.noRound');
  return t(kind === 'resurrection' ? 'addGift.resurrection' : 'stage.round', { number });
}
