import { useTranslation } from 'react-i18next';
import { useShow } from '#renderer/data/hooks.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { shownRound, turningTenths } from '#shared/game/round/view.ts';
import { useWaiting } from '../needs/waitingFeed.ts';
import type { StageView } from './stageView.ts';

/**
 * The words about votes that can still turn the battle or reach the target; null if there are none. They leave out gifts
 * that the host has decided on, if all waiting gifts are known.
 */
export function useTurningWords(view: StageView | null): string | null {
  const { t } = useTranslation();
  const { votes } = useFormat();
  const waiting = useWaiting();
  const open = useShow((state) => {
    const round = shownRound(state);
    return round === null ? 0 : turningTenths(round, waiting.votes.get(round.id) ?? 0);
  });
  const turning = waiting.complete ? open : (view?.turningTenths ?? 0);
  if (turning === 0) return null;
  const words = view?.kind === 'resurrection' ? 'stage.canReach' : 'stage.canTurn';
  return t(words, { shown: votes(turning) });
}
