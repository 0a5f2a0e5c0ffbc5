import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useData } from '#renderer/data/api/useData.ts';
import { useSettled } from '#renderer/data/api/useSettled.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { statisticsCalls } from '#shared/contract/api/statistics.ts';

const figures = ['broadcasts', 'income', 'fans', 'gifts'] as const;
const EVERY_MS = 60_000;

/** What the shows that were saved on this server come to; asked anew every minute while it is looked at. */
export function Figures() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { data, reload } = useData(statisticsCalls.everyone, useSettled() ? {} : null, {
    quiet: true,
  });
  useEffect(() => {
    const timer = window.setInterval(() => {
      if (document.visibilityState === 'visible') reload();
    }, EVERY_MS);
    return () => window.clearInterval(timer);
  }, [reload]);
  return (
    <section className="figures" aria-label={t('site.figures')}>
      <dl className="figures__list">
        {figures.map((name) => (
          <div key={name} className="figures__one">
            <dt className="muted">{t(`site.figure.${name}`)}</dt>
            <dd>{data === null ? '–' : number(data[name])}</dd>
          </div>
        ))}
      </dl>
      <p className="muted small">{t('site.figures.source')}</p>
    </section>
  );
}
