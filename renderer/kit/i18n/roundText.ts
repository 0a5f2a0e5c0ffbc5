import type { TFunction } from 'i18next';
import type { RoundName } from '#shared/contract/report.ts';

/** Returns the name of a round. */
export function roundText(t: TFunction, { number, kind }: RoundName): string {
  if (kind === null) return t('addGift.noRound');
  return t(kind === 'resurrection' ? 'addGift.resurrection' : 'stage.round', { number });
}
