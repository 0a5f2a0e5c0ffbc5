import type { TFunction } from 'i18next';
import { memo, use, useState } from 'react';
import type { Format } from '#renderer/kit/i18n/useFormat.ts';
import { RowMenuButton } from '#renderer/kit/list/VirtualList.tsx';
import { GiftChip } from '#renderer/kit/ui/GiftChip.tsx';
import type { LedgerRow, Target } from '#shared/contract/ledger.ts';
import { isLeftOut, isPlacedByHand } from '#shared/game/correction.ts';
import { giftName } from '#shared/gifts/learned.ts';
import { MarkedRow } from '../replay/replayPath.ts';
import styles from './LedgerLine.module.css';

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
  const left = isLeftOut(row);
  const reason = left ? t('ledger.leftOut') : t(`ledger.reason.${row.reason}`);
  const placed = left
    ? t('ledger.mark.leftOut', { left: leftOutText(row, t, format) })
    : t('ledger.mark.placed');
  const why = left
    ? placed
    : row.reason === 'corrected'
      ? t('ledger.why.corrected', {
          target: targetName(row.autoTarget),
          reason: t(`ledger.reason.${row.autoReason}`),
        })
      : t(`ledger.why.${row.reason}`);
  const who = row.viewerUsername === '' ? row.viewerName : `${row.viewerName} @${row.viewerUsername}`;
  const kind = kindOf(row.target);
  return (
    <div
      className={`${styles.row} ${styles[kind] ?? ''} ${pending ? styles.pending : ''}`}
      data-row
      data-marked={marked || undefined}
      aria-current={marked || undefined}
      aria-busy={pending}
    >
      <span className={styles.time}>{format.time(row.at)}</span>
      <span className={`${styles.viewer} clip`} data-cell="viewer" title={who}>
        {row.viewerName || `@${row.viewerUsername}`}
      </span>
      <span className={styles.gift} title={`${gift} · ${row.giftId}`}>
        <span className={styles.chip}>
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
          <i className="pi pi-arrow-right-arrow-left" role="img" aria-label={placed} title={placed} />
        )}
      </span>
      <span className={`${styles.count} num`} data-cell="count">
        <Count rowId={row.rowId} count={row.count} format={format} />
      </span>
      <span className={`${styles.diamonds} num`}>{format.number(row.diamonds)}</span>
      <span className={`${styles.votes} num`} data-cell="votes">
        {format.votes(row.votesTenths)}
      </span>
      <span className={styles.to}>
        <i className={styles.sign} data-to={kind} aria-hidden="true" />
        <span className="clip" title={targetName(row.target)}>
          {targetName(row.target)}
        </span>
      </span>
      <span className={`${styles.why} clip`} title={why}>
        {left || row.reason === 'corrected' ? <span className={styles.corrected}>{reason}</span> : reason}
      </span>
      <RowMenuButton label={t('ledger.menu')} />
    </div>
  );
});

/** Says that the late row was left out of its round, and when. Ringside 0.1 did not store the time. */
function leftOutText({ placedAt }: LedgerRow, t: TFunction, format: Format): string {
  return placedAt === undefined
    ? t('ledger.leftOut')
    : t('ledger.leftOutAt', { time: format.clock(placedAt) });
}

/**
 * The number of pieces. It is animated when it grows after the row was first shown. The changing `key` creates a new
 * element, which restarts the animation.
 */
function Count({ rowId, count, format }: { rowId: number; count: number; format: Format }) {
  const [first, setFirst] = useState({ rowId, count });
  if (first.rowId !== rowId) setFirst({ rowId, count });
  const grown = first.rowId === rowId && first.count !== count;
  return (
    <b className={grown ? `${styles.times} ${styles.grown}` : styles.times} key={grown ? count : 'first'}>
      ×{format.number(count)}
    </b>
  );
}

function kindOf(target: Target): 'anchor' | Exclude<Target, `anchor:${string}`> {
  if (target === 'unallocated' || target === 'uncounted' || target === 'attacker' || target === 'defender')
    return target;
  return 'anchor';
}
