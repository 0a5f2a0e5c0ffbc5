import { useTranslation } from 'react-i18next';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import styles from './Home.module.css';

const figures = ['broadcasts', 'income', 'fans', 'gifts'] as const;

export interface FiguresProps {
  /** Undefined until they are loaded. Figures of a new server, which are all zero, are not shown. */
  values: Readonly<Record<(typeof figures)[number], number>> | undefined;
}

/** The totals of the shows that were saved on this server. */
export function Figures({ values }: FiguresProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  if (values === undefined || figures.every((name) => values[name] === 0)) return null;
  return (
    <section className={styles.figures} aria-label={t('site.figures')}>
      <dl className={styles.list}>
        {figures.map((name) => (
          <div key={name} className={styles.one}>
            <dt className="muted">{t(`site.figure.${name}`)}</dt>
            <dd>{number(values[name])}</dd>
          </div>
        ))}
      </dl>
      <p className="muted small">{t('site.figures.source')}</p>
    </section>
  );
}
