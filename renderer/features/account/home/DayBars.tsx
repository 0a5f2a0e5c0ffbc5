import { useTranslation } from 'react-i18next';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';

export interface Day {
  /** As 2026-11-21. */
  day: string;
  broadcasts: number;
  income: number;
  gifts: number;
}

/** The income of each day as a bar; the day and its figures are told on hover and to readers. */
export function DayBars({ days }: { days: readonly Day[] }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const most = Math.max(0, ...days.map((day) => day.income));
  if (most === 0) return <p className="muted">{t('account.home.noShows')}</p>;
  return (
    <>
      <ol className="day-bars">
        {days.map((day) => {
          const words = t('account.home.day', {
            day: day.day,
            income: number(day.income),
            gifts: number(day.gifts),
          });
          return (
            <li key={day.day} className="day-bars__one" title={words}>
              <span className="day-bars__bar" style={{ height: `${(day.income / most) * 100}%` }} />
              <span className="only-for-readers">{words}</span>
            </li>
          );
        })}
      </ol>
      <p className="day-bars__ends muted small" aria-hidden="true">
        <span>{days[0]?.day}</span>
        <span>{days.at(-1)?.day}</span>
      </p>
    </>
  );
}
