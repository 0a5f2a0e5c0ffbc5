import './rows.css';
import type { TFunction } from 'i18next';
import { memo, useState } from 'react';
import type { Format } from '#renderer/kit/i18n/useFormat.ts';
import { GiftChip } from '#renderer/kit/ui/GiftChip.tsx';
import type { LedgerRow, Target } from '#shared/contract/ledger.ts';
import { isPlacedByHand } from '#shared/game/rows.ts';
import { giftName } from '#shared/gifts/names.ts';

export interface LedgerLineProps {
  row: LedgerRow;
  pending: boolean;
  targetName(target: Target): string;
  t: TFunction;
  format: Format;
}

const markIcons: Readonly<Record<string, string>> = {
  joinedLate: 'sign-in',
  missedMessage: 'exclamation-circle',
  late: 'clock',
};

/**
 * One row of the ledger in one line. It renders when the row itself changes, not with every gift of the room, and
 * is given its words and numbers: a busy room makes and lets go of hundreds of rows a second, and each hook counts.
 */
export const LedgerLine = memo(function LedgerLine({ row, pending, targetName, t, format }: LedgerLineProps) {
  const gift = giftName(row.giftId, row.giftName, format.language);
  const reason = t(`ledger.reason.${row.reason}`);
  const why =
    row.reason === 'corrected'
      ? t('ledger.why.corrected', {
          target: targetName(row.autoTarget),
          reason: t(`ledger.reason.${row.autoReason}`),
        })
      : t(`ledger.why.${row.reason}`);
  const who = row.viewerUsername === '' ? row.viewerName : `${row.viewerName} @${row.viewerUsername}`;
  return (
    <div className={`lrow lrow--${kindOf(row.target)} ${pending ? 'lrow--pending' : ''}`} aria-busy={pending}>
      <span className="lrow__time">{format.time(row.at)}</span>
      <span className="lrow__viewer clip" title={who}>
        {row.viewerName || `@${row.viewerUsername}`}
      </span>
      <span className="lrow__gift" title={`${gift} · ${row.giftId}`}>
        <GiftChip name={gift} />
        <span className="clip">{gift}</span>
        {row.marks.map((mark) => (
          <i
            key={mark}
            className={`pi pi-${markIcons[mark] ?? 'info-circle'}`}
            role="img"
            aria-label={t(`ledger.mark.${mark}`)}
            title={t(`ledger.mark.${mark}`)}
          />
        ))}
        {isPlacedByHand(row) && (
          <i
            className="pi pi-arrow-right-arrow-left"
            role="img"
            aria-label={t('ledger.mark.placed')}
            title={t('ledger.mark.placed')}
          />
        )}
      </span>
      <span className="lrow__count num">
        <Times rowId={row.rowId} count={row.count} format={format} />
      </span>
      <span className="lrow__diamonds num">{format.number(row.diamonds)}</span>
      <span className="lrow__votes num">{format.votes(row.votesTenths)}</span>
      <span className="lrow__to">
        <i className={`sign sign--${kindOf(row.target)}`} aria-hidden="true" />
        <span className="clip" title={targetName(row.target)}>
          {targetName(row.target)}
        </span>
      </span>
      <span className="lrow__why clip" title={why}>
        {row.reason === 'corrected' ? <span className="corrected">{reason}</span> : reason}
      </span>
      <button
        type="button"
        className="icon-button lrow__menu"
        data-menu
        tabIndex={-1}
        aria-label={t('ledger.menu')}
      >
        <i className="pi pi-ellipsis-v" aria-hidden="true" />
      </button>
    </div>
  );
});

/**
 * A row that arrives is news enough; a number moves when it grows before the host's eyes. Only one that moves is
 * another element, so that it moves anew.
 */
function Times({ rowId, count, format }: { rowId: number; count: number; format: Format }) {
  const [arrived, setArrived] = useState({ rowId, count });
  if (arrived.rowId !== rowId) setArrived({ rowId, count });
  const grown = arrived.rowId === rowId && arrived.count !== count;
  return (
    <b className={grown ? 'times times--grown' : 'times'} key={grown ? count : 'arrived'}>
      ×{format.number(count)}
    </b>
  );
}

function kindOf(target: Target): 'anchor' | Exclude<Target, `anchor:${string}`> {
  if (target === 'unallocated' || target === 'uncounted' || target === 'attacker' || target === 'defender')
    return target;
  return 'anchor';
}
