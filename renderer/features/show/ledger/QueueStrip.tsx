import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { GiftChip } from '#renderer/kit/ui/GiftChip.tsx';
import type { LedgerRow, Target } from '#shared/contract/ledger.ts';
import { giftName } from '#shared/gifts/names.ts';
import { AssignButtons } from './AssignButtons.tsx';
import { useRowSides } from './rowSides.ts';

export interface QueueStripProps {
  /** The newest unallocated row that no correction is on its way for. */
  newest: LedgerRow;
  onAssign(row: LedgerRow, to: Target): void;
}

/** What needs the host: the newest unallocated gift, with a button and a key for each anchor and side. */
export function QueueStrip({ newest, onAssign }: QueueStripProps) {
  const { t } = useTranslation();
  const format = useFormat();
  // A gift that arrives while the host aims at a button must not change what the button does.
  const [aimed, setAimed] = useState<LedgerRow | null>(null);
  const row = aimed ?? newest;
  const sides = useRowSides([row]);
  // The buttons need not be made anew for each gift: they ask for it when they are pressed.
  const latest = useRef({ row, onAssign });
  useEffect(() => {
    latest.current = { row, onAssign };
  });
  const give = useCallback((to: Target) => {
    setAimed(null);
    latest.current.onAssign(latest.current.row, to);
  }, []);
  const gift = giftName(row.giftId, row.giftName, format.language);
  return (
    <section
      className="queue"
      aria-label={t('ledger.queue')}
      onPointerEnter={() => setAimed(newest)}
      onPointerLeave={() => setAimed(null)}
    >
      <span className="queue__label">{t('ledger.queue')}</span>
      <span className="queue__what queue__what--newest" title={`${gift} ×${row.count} · ${row.viewerName}`}>
        <span className="queue__now">
          <GiftChip name={gift} />
          <b className="clip">{gift}</b>
          <b>×{format.number(row.count)}</b>
          <span className="clip muted">{row.viewerName}</span>
        </span>
      </span>
      <AssignButtons sides={sides} onAssign={give} />
    </section>
  );
}
