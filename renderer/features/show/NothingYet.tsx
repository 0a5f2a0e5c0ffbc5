import { useTranslation } from 'react-i18next';
import { useRingside } from '#renderer/data/hooks.ts';
import { EmptyState } from '#renderer/kit/ui/EmptyState.tsx';

const lists = {
  anchors: { title: 'anchors.empty.title', text: 'anchors.empty.text' },
  ledger: { title: 'ledger.empty.title', text: 'ledger.empty.text' },
  viewers: { title: 'viewers.empty.title', text: 'viewers.empty.text' },
} as const;

/**
 * In the place of a list of the show that has no rows yet: what will stand there and what to do for it. A show of
 * the past has them at a later moment, and nothing else helps there.
 */
export function NothingYet({ icon, list }: { icon: string; list: keyof typeof lists }) {
  const { t } = useTranslation();
  const { readOnly } = useRingside();
  const { title, text } = lists[list];
  return <EmptyState icon={icon} title={t(title)} text={t(readOnly ? 'replay.notYet' : text)} />;
}
