import './rows.css';
import type { TFunction } from 'i18next';
import { memo, use, useState } from 'react';
import type { Format } from '#renderer/kit/i18n/useFormat.ts';
import { GiftChip } from '#renderer/kit/ui/GiftChip.tsx';
import type { LedgerRow, Target } from '#shared/contract/ledger.ts';
import { isPlacedByHand } from '#shared/game/rows.ts';
import { giftName } from '#shared/gifts/learned.ts';
import { MarkedRow } from '../replay/replayPath.ts';

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
 * One row of the ledger. Memoized: renders only when its own row changes. It gets `t` and `format` as props instead of
 * calling hooks, because a busy room mounts hundreds of rows a second.
 */
export const LedgerLine = memo(function LedgerLine({ row, pending, targetName, t, format }: LedgerLineProps) {
  const marked = use(MarkedRow) === row.rowId;
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
    <div
      className={`lrow lrow--${kindOf(row.target)} ${pending ? 'lrow--pending' : ''}`}
      data-marked={marked || undefined}
      aria-current={marked || undefined}
      aria-busy={pending}
    >
      <span className="lrow__time">{format.time(row.at)}</span>
      <span className="lrow__viewer clip" title={who}>
        {row.viewerName || `@${row.viewerUsername}`}
      </span>
      <span className="lrow__gift" title={`${gift} · ${row.giftId}`}>
        <span className="lrow__chip">
          <GiftChip name={gift} ids={[row.giftId]} />
        </span>
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
        <Count rowId={row.rowId} count={row.count} format={format} />
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
 * The number of pieces. It is animated when it grows after the row was first shown. The changing `key` creates a new
 * element, which restarts the animation.
 */
function Count({ rowId, count, format }: { rowId: number; count: number; format: Format }) {
  const [first, setFirst] = useState({ rowId, count });
  if (first.rowId !== rowId) setFirst({ rowId, count });
  const grown = first.rowId === rowId && first.count !== count;
  return (
    <b className={grown ? 'times times--grown' : 'times'} key={grown ? count : 'first'}>
      ×{format.number(count)}
    </b>
  );
}

function kindOf(target: Target): 'anchor' | Exclude<Target, `anchor:${string}`> {
  if (target === 'unallocated' || target === 'uncounted' || target === 'attacker' || target === 'defender')
    return target;
  return 'anchor';
}
