import { useTranslation } from 'react-i18next';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';

export interface PkBarProps {
  /** 0 to 1; the defender has the rest. */
  share: number;
  unallocatedTenths: number;
  unallocatedGifts: number;
}

/** Parts of the bar that have no room for a number, on any screen and on a phone; the other side's says it too. */
const NO_ROOM = 0.04;
const NARROW = 0.15;

/** The bar between the sides. What is unallocated is in no share and stands beside it. */
export function PkBar({ share, unallocatedTenths, unallocatedGifts }: PkBarProps) {
  const { t } = useTranslation();
  const { votes, number } = useFormat();
  const attacker = Math.round(share * 100);
  return (
    <div className="pk-row">
      <span className="only-for-readers">{t('stage.pkText', { attacker, defender: 100 - attacker })}</span>
      <div className="pk" aria-hidden="true">
        <span className="pk__attacker" style={{ transform: `scaleX(${share})` }} />
        <span className="pk__edge" style={{ transform: `translateX(${share * 100}%)` }} />
        <span className={labelOf(share)}>{t('stage.percent', { shown: attacker })}</span>
        <span className={labelOf(1 - share)}>{t('stage.percent', { shown: 100 - attacker })}</span>
      </div>
      <span className={unallocatedTenths > 0 ? 'pk__rest pk__rest--needed' : 'pk__rest'}>
        {t('stage.unallocated')} <b>{votes(unallocatedTenths)}</b>{' '}
        <span className="small">
          {t('stage.gifts', { count: unallocatedGifts, shown: number(unallocatedGifts) })}
        </span>
      </span>
    </div>
  );
}

function labelOf(share: number): string {
  if (share < NO_ROOM) return 'pk__label pk__label--none';
  return share < NARROW ? 'pk__label pk__label--narrow' : 'pk__label';
}
