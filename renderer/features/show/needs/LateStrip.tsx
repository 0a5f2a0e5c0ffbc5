import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside, useShow } from '#renderer/data/hooks.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { useKey } from '#renderer/kit/keys/useKey.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { GiftChip } from '#renderer/kit/ui/GiftChip.tsx';
import type { LedgerFilter, Target } from '#shared/contract/ledger.ts';
import { anchorIdOf } from '#shared/game/table.ts';
import { giftName } from '#shared/gifts/names.ts';
import { useFeed, useLedgerFeed } from '../ledger/ledgerFeed.ts';
import { useTargetName } from '../ledger/useTargetName.ts';
import { useNeeds } from './needsStore.ts';

const lateFilter: LedgerFilter = { late: 'listed' };
const PAGE_SIZE = 60;

/** Late gifts that the host has just counted in their round; the strip offers to undo that. */
export interface Counted {
  round: number;
  rowIds: number[];
}

/** Text key that says where a late gift counts already. The decision changes only whether it counts in its round. */
function countedText(target: Target): 'late.already' | 'late.alreadyRoom' {
  return anchorIdOf(target) === null ? 'late.alreadyRoom' : 'late.already';
}

export interface LateStripProps {
  showId: string;
  counted: Counted | null;
  onCounted(counted: Counted | null): void;
}

/** The newest gift that arrived too late for its round: count it there, or leave it out. */
export function LateStrip({ showId, counted, onCounted }: LateStripProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { attempt } = useRingside();
  const targetName = useTargetName();
  const feed = useFeed(useLedgerFeed(showId, lateFilter, PAGE_SIZE));
  const dismissed = useNeeds((state) => state.seen.late);
  const leaveLate = useNeeds((state) => state.leaveLate);
  const [busy, setBusy] = useState(false);

  const row = feed.window.findNewest(({ rowId }) => !dismissed.includes(rowId));
  const round = row?.round ?? 0;
  const number = useShow((state) => state.rounds[round - 1]?.number ?? 0);
  const decide = async (args: { round: number; rowIds: number[]; accept: boolean }) => {
    setBusy(true);
    const answer = await attempt('late.decide', args);
    setBusy(false);
    if (answer !== null) onCounted(args.accept ? { round: args.round, rowIds: answer.rowIds } : null);
  };
  const accept = () => row !== undefined && void decide({ round, rowIds: [row.rowId], accept: true });
  const leave = () => row !== undefined && leaveLate([row.rowId]);
  useKey('late.accept', accept, row !== undefined && !busy);
  useKey('late.leave', leave, row !== undefined && !busy);

  const undo = counted !== null && (
    <Button
      small
      look="text"
      icon="undo"
      label={t('late.undo')}
      busy={busy}
      onClick={() => void decide({ ...counted, accept: false })}
    />
  );
  if (row === undefined) {
    return undo === false ? null : (
      <section className="queue" aria-label={t('late.label')}>
        <span className="queue__label">{t('late.counted')}</span>
        <div className="queue__answers">
          {undo}
          <Button
            small
            look="text"
            icon="times"
            ariaLabel={t('action.close')}
            onClick={() => onCounted(null)}
          />
        </div>
      </section>
    );
  }
  const gift = giftName(row.giftId, row.giftName, format.language);
  return (
    <section className="queue" aria-label={t('late.label')}>
      <span className="queue__label">
        <i className="pi pi-clock" aria-hidden="true" /> {t('late.round', { number })}
      </span>
      <span className="queue__what" title={`${gift} ×${format.number(row.count)} · ${row.viewerName}`}>
        <GiftChip name={gift} />
        <b className="clip">{gift}</b>
        <b>×{format.number(row.count)}</b>
        <span className="clip muted">
          {row.viewerName} → {targetName(row.target)}
        </span>
      </span>
      <div className="queue__answers">
        <Button
          small
          icon="check"
          label={t('late.accept')}
          keyAction="late.accept"
          busy={busy}
          onClick={accept}
        />
        <Button small look="outlined" label={t('late.leave')} keyAction="late.leave" onClick={leave} />
        {undo}
      </div>
      {row.target !== 'uncounted' && <span className="queue__hint muted">{t(countedText(row.target))}</span>}
    </section>
  );
}
