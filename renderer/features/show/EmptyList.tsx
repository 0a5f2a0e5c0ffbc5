import { useTranslation } from 'react-i18next';
import { useRingside } from '#renderer/data/hooks.ts';
import { EmptyState } from '#renderer/kit/ui/placeholders.tsx';

const lists = {
  anchors: { title: 'anchors.empty.title', text: 'anchors.empty.text' },
  ledger: { title: 'ledger.empty.title', text: 'ledger.empty.text' },
  viewers: { title: 'viewers.empty.title', text: 'viewers.empty.text' },
} as const;

/** Empty state of a list: what the list will show, and what to do next (in a replay: wait for a later moment). */
export function EmptyList({ icon, list }: { icon: string; list: keyof typeof lists }) {
  const { t } = useTranslation();
  const { readOnly } = useRingside();
  const { title, text } = lists[list];
  return <EmptyState icon={icon} title={t(title)} text={t(readOnly ? 'replay.notYet' : text)} />;
}
