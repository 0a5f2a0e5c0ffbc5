import { memo, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Chord, chordForReaders, chordLabel } from '#renderer/data/keys/chord.ts';
import { chordAt } from '#renderer/data/keys/keyMap.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { useKeyMap } from '#renderer/kit/keys/useKey.ts';
import { GiftChip } from '#renderer/kit/ui/GiftChip.tsx';
import type { LedgerRow, Target } from '#shared/contract/ledger.ts';
import type { Side } from '#shared/contract/round.ts';
import { anchorIdOf } from '#shared/game/table.ts';
import { giftName } from '#shared/gifts/names.ts';
import { useRowSides } from './moveTargets.ts';
import { useAnchors } from './useTargetName.ts';

export interface QueueStripProps {
  /** The newest unallocated row that is not pending. */
  newest: LedgerRow;
  onAssign(row: LedgerRow, to: Target): void;
}

/** The newest unallocated gift, with a button and a key for each anchor and side. */
export function QueueStrip({ newest, onAssign }: QueueStripProps) {
  const { t } = useTranslation();
  const format = useFormat();
  // While the pointer is over the strip, a new gift must not change what the buttons do.
  const [hovered, setHovered] = useState<LedgerRow | null>(null);
  const row = hovered ?? newest;
  const sides = useRowSides([row]);
  // A stable callback, so that the buttons do not re-render with each gift.
  const latest = useRef({ row, onAssign });
  useEffect(() => {
    latest.current = { row, onAssign };
  });
  const assign = useCallback((to: Target) => {
    setHovered(null);
    latest.current.onAssign(latest.current.row, to);
  }, []);
  const gift = giftName(row.giftId, row.giftName, format.language);
  return (
    <section
      className="queue"
      aria-label={t('ledger.queue')}
      onPointerEnter={() => setHovered(newest)}
      onPointerLeave={() => setHovered(null)}
    >
      <span className="queue__label">{t('ledger.queue')}</span>
      <span
        className="queue__what queue__what--newest"
        title={`${gift} ×${format.number(row.count)} · ${row.viewerName}`}
      >
        <span className="queue__now">
          <GiftChip name={gift} />
          <b className="clip">{gift}</b>
          <b>×{format.number(row.count)}</b>
          <span className="clip muted">{row.viewerName}</span>
        </span>
      </span>
      <AssignButtons sides={sides} onAssign={assign} />
    </section>
  );
}

interface AssignButtonsProps {
  /** The sides that the gift can be assigned to: both in a battle, else none. */
  sides: readonly Side[];
  onAssign(to: Target): void;
}

/** A button with its key for each of the first nine anchors and for each side, and a button for "not counted". */
const AssignButtons = memo(function AssignButtons({ sides, onAssign }: AssignButtonsProps) {
  const { t } = useTranslation();
  const anchors = useAnchors();
  const keys = useKeyMap();
  return (
    <div className="assign">
      {anchors.slice(0, 9).map((anchor, index) => (
        <AssignButton
          key={anchor.id}
          to={`anchor:${anchor.id}`}
          name={anchor.nickname}
          chord={chordAt(keys, index + 1)}
          onAssign={onAssign}
        />
      ))}
      {sides.map((side) => (
        <AssignButton
          key={side}
          to={side}
          name={t(`ledger.target.${side}`)}
          chord={keys[`side.${side}`]}
          onAssign={onAssign}
        />
      ))}
      <button
        type="button"
        className="assign__to assign__to--not"
        title={t('ledger.giveTo', { target: t('ledger.target.uncounted') })}
        onClick={() => onAssign('uncounted')}
      >
        <i className="pi pi-ban" aria-hidden="true" />
        <span className="clip">{t('ledger.target.uncounted')}</span>
      </button>
    </div>
  );
});

interface AssignButtonProps {
  to: Target;
  name: string;
  chord: Chord;
  onAssign(to: Target): void;
}

function AssignButton({ to, name, chord, onAssign }: AssignButtonProps) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className={`assign__to assign__to--${anchorIdOf(to) === null ? to : 'anchor'}`}
      title={t('ledger.giveTo', { target: name })}
      aria-keyshortcuts={chordForReaders(chord)}
      onClick={() => onAssign(to)}
    >
      <span className="key" aria-hidden="true">
        {chordLabel(chord)}
      </span>
      <span className="clip">{name}</span>
    </button>
  );
}
