import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { widgetKinds } from '#shared/contract/overlay/widget.ts';
import styles from './gallery/Gallery.module.css';
import { GalleryTile } from './gallery/GalleryTile.tsx';
import sectionStyles from './Section.module.css';

const steps = ['make', 'paste', 'stream'] as const;

/** A gallery of every widget with a sample show, and how to add one to a stream. */
export default function WidgetPage() {
  const { t } = useTranslation();
  return (
    <main className={styles.gallery}>
      <header className={styles.head}>
        <h1>{t('site.widget')}</h1>
        <p className={styles.lead}>{t('site.widget.lead')}</p>
        <p className="muted small">{t('site.widget.sample')}</p>
      </header>
      <ul className={styles.all}>
        {widgetKinds.map((kind) => (
          <GalleryTile key={kind} kind={kind} />
        ))}
      </ul>
      <section className={sectionStyles.section} aria-labelledby="gallery-steps">
        <h2 id="gallery-steps">{t('site.widget.how')}</h2>
        <ol className={styles.steps}>
          {steps.map((step) => (
            <li key={step}>{t(`site.widget.how.${step}`)}</li>
          ))}
        </ol>
        <p>
          <Link className="p-button" to="/tool/extras">
            {t('site.widget.open')}
          </Link>
        </p>
      </section>
    </main>
  );
}
