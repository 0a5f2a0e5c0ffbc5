import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSettings } from '#renderer/data/hooks.ts';
import {
  fitScale,
  OVERLAY_PATH,
  PageFrame,
  pageSize,
  plainOptions,
  sampleAddress,
} from '#renderer/features/overlays/index.ts';
import backdrops from '#renderer/kit/ui/Backdrop.module.css';
import { type WidgetKind, widgetKinds } from '#shared/contract/overlay/widget.ts';
import styles from './gallery/Gallery.module.css';
import sectionStyles from './Section.module.css';

const steps = ['make', 'paste', 'stream'] as const;

/** A scene only holds other widgets, so it has no sample. */
const kinds = widgetKinds.filter((kind) => kind !== 'scene');

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
        {kinds.map((kind) => (
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

/** A widget with a sample show. Its page exists only while it is in view, so that few pages run at once. */
export function GalleryTile({ kind }: { kind: WidgetKind }) {
  const { t } = useTranslation();
  const language = useSettings((state) => state.language);
  const screen = useRef<HTMLDivElement>(null);
  const { inView, width, height } = useInView(screen);
  const options = plainOptions(kind, language);
  const size = pageSize(options);
  const page = new URL(OVERLAY_PATH, window.location.origin).href;
  return (
    <li className={kind === 'workbench' ? `${styles.tile} ${styles.tileWide}` : styles.tile} data-kind={kind}>
      <div className={`${styles.screen} ${backdrops.video}`} ref={screen}>
        {inView && (
          <PageFrame
            address={sampleAddress(page, options)}
            title={t(`widgets.kind.${kind}`)}
            size={size}
            scale={kind === 'effects' ? fitScale(size, { width, height }) : width / size.width}
            backdrop="none"
          />
        )}
      </div>
      <h2 className={styles.name}>{t(`widgets.kind.${kind}`)}</h2>
      <p className="muted">{t(`widgets.about.${kind}`)}</p>
    </li>
  );
}

/** Returns whether an element is in view or within 80 px of it, and its size (px) at that time. */
function useInView(ref: RefObject<HTMLElement | null>): {
  inView: boolean;
  width: number;
  height: number;
} {
  const [state, setState] = useState({ inView: false, width: 0, height: 0 });
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (entry === undefined) return;
        const { width, height } = entry.boundingClientRect;
        setState({ inView: entry.isIntersecting, width, height });
      },
      { rootMargin: '80px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return state;
}
