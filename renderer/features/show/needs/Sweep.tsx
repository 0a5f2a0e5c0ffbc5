import { useTranslation } from 'react-i18next';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Select } from '#renderer/kit/ui/Select.tsx';
import type { LedgerRow } from '#shared/contract/ledger.ts';
import { useNeeds } from './needsStore.ts';
import type { WaitingGroup } from './waitingRows.ts';

/** Offered thresholds in votes. */
const thresholds = [5, 10, 50, 100, 500, 1000] as const;

/** The unallocated rows of groups with fewer votes than the threshold. */
export function smallRows(groups: readonly WaitingGroup[], underVotes: number): LedgerRow[] {
  return groups
    .filter(({ late, votesTenths }) => !late && votesTenths < underVotes * 10)
    .flatMap(({ rows }) => rows);
}

export interface SweepProps {
  groups: readonly WaitingGroup[];
  onSweep(rows: readonly LedgerRow[]): void;
}

/** Leaves all small gifts unallocated in one step. */
export function Sweep({ groups, onSweep }: SweepProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const under = useNeeds((state) => state.sweepUnder);
  const setUnder = useNeeds((state) => state.setSweepUnder);
  const rows = smallRows(groups, under);
  return (
    <>
      <Select
        label={t('queue.sweepLabel')}
        value={String(under)}
        options={thresholds.map((votes) => ({
          value: String(votes),
          label: t('queue.under', { shown: number(votes) }),
        }))}
        onChange={(value) => setUnder(Number(value))}
      />
      <Button
        small
        look="outlined"
        label={t('queue.sweep', { shown: number(rows.length) })}
        disabled={rows.length === 0}
        onClick={() => onSweep(rows)}
      />
    </>
  );
}
