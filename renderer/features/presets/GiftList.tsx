import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { GiftChip } from '#renderer/kit/ui/GiftChip.tsx';
import type { GiftGroup } from '#shared/gifts/groups.ts';

/** Height of a row in px, as in gifts.css. */
const ROW = 36;

export interface GiftListProps {
  /** Begins the ids of the rows, for the field that moves through them. */
  id: string;
  gifts: readonly GiftGroup[];
  /** The row that Enter would choose. */
  active: number;
  /** The row of the gift that is chosen now, -1 for none. */
  chosen: number;
  usedBy?: ReadonlyMap<number, string>;
  onChoose(gift: GiftGroup): void;
}

/** The gifts that were found; the keys are those of the search field above it. */
export function GiftList({ id, gifts, active, chosen, usedBy, onChoose }: GiftListProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: gifts.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 4,
  });
  useEffect(() => {
    if (active >= 0) virtual.scrollToIndex(active, { align: 'auto' });
  }, [virtual, active]);
  return (
    <div ref={scroller} className="gift-dialog__list" id={`${id}list`}>
      <div className="gift-dialog__all" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const gift = gifts[index];
          if (gift === undefined) return null;
          const name = gift.names[format.language];
          const user = gift.ids
            .map((each) => usedBy?.get(each))
            .find((each) => each !== undefined && index !== chosen);
          return (
            <button
              key={gift.ids[0]}
              id={`${id}${index}`}
              type="button"
              tabIndex={-1}
              className={index === active ? 'gift-row gift-row--active' : 'gift-row'}
              aria-pressed={index === chosen}
              style={{ transform: `translateY(${start}px)` }}
              onClick={() => onChoose(gift)}
            >
              <GiftChip name={name} />
              <span className="clip">
                {gift.ids.length > 1 ? t('giftPicker.ids', { name, count: gift.ids.length }) : name}
              </span>
              <span className="gift-row__about clip small">
                {user !== undefined
                  ? t('giftPicker.usedBy', { name: user })
                  : gift.learned && t('giftPicker.learned')}
              </span>
              <span className="gift-row__id muted small">{gift.ids[0]}</span>
              <span className="gift-row__price num">
                {t('giftPicker.diamonds', { count: gift.diamonds, shown: format.number(gift.diamonds) })}
              </span>
              <i className={index === chosen ? 'pi pi-check' : 'pi'} aria-hidden="true" />
            </button>
          );
        })}
      </div>
    </div>
  );
}
