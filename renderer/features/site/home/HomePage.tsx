import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSettings } from '#renderer/data/hooks.ts';
import { REHEARSAL_PATH } from '#renderer/data/paths.ts';
import { systemNames, systemOf } from '#renderer/data/platform/host.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import type { Language } from '#shared/contract/language.ts';
import sectionStyles from '../Section.module.css';
import { type Offer, offersOf } from './downloads.ts';
import styles from './Home.module.css';
import type { HomeData } from './HomeQueries.tsx';
import enDark from './images/tool-en-dark.webp';
import enLight from './images/tool-en-light.webp';
import jaDark from './images/tool-ja-dark.webp';
import jaLight from './images/tool-ja-light.webp';
import zhDark from './images/tool-zh_CN-dark.webp';
import zhLight from './images/tool-zh_CN-light.webp';

const points = ['count', 'bind', 'battle', 'safe'] as const;
const steps = ['open', 'prepare', 'start', 'assign', 'end'] as const;

/** If the query library cannot be loaded, the page stays without the server's data. */
const HomeQueries = lazy(() => import('./HomeQueries.tsx').catch(() => ({ default: () => <></> })));

/** Presents the product, with a screenshot and links to the tool. */
export default function HomePage() {
  const { t } = useTranslation();
  const language = useSettings((state) => state.language);
  const dark = useSettings((state) => state.dark);
  const idle = useIdle();
  const [data, setData] = useState<HomeData>({});
  const picture = toolPicture(language, dark);
  return (
    <main className={styles.homePage}>
      <section className={styles.hero}>
        <h1 className={styles.title}>{t('site.hero.title')}</h1>
        <p className={styles.text}>{t('site.hero.text')}</p>
        <p className={styles.ways}>
          <Link className={`p-button ${styles.go}`} to="/tool">
            {t('site.openTool')}
            <i className="pi pi-arrow-right" aria-hidden="true" />
          </Link>
          <Link className={`p-button p-button-outlined ${styles.go}`} to={REHEARSAL_PATH} reloadDocument>
            {t('site.tryRehearsal')}
          </Link>
        </p>
        <p className="muted small">{t('site.hero.note')}</p>
        <img
          className={styles.picture}
          src={picture}
          width="1280"
          height="720"
          alt={t('site.hero.picture')}
          fetchPriority="high"
        />
      </section>
      <Figures values={data.figures} />
      <section className={sectionStyles.section} id="product" aria-labelledby="product-title">
        <h2 id="product-title">{t('site.product')}</h2>
        <div className={styles.points}>
          {points.map((point) => (
            <article key={point} className={styles.point}>
              <h3>{t(`site.point.${point}`)}</h3>
              <p className="muted">{t(`site.point.${point}.text`)}</p>
            </article>
          ))}
        </div>
      </section>
      <section className={sectionStyles.section} id="manual" aria-labelledby="manual-title">
        <h2 id="manual-title">{t('site.manual')}</h2>
        <ol className={styles.steps}>
          {steps.map((step) => (
            <li key={step} className={styles.stepsOne}>
              <h3>{t(`site.step.${step}`)}</h3>
              <p className="muted">{t(`site.step.${step}.text`)}</p>
            </li>
          ))}
        </ol>
      </section>
      <Download offers={offersOf(data.releases ?? [], data.versions ?? [])} />
      {idle && (
        <Suspense>
          <HomeQueries onChange={setData} />
        </Suspense>
      )}
    </main>
  );
}

/** Returns true after the browser has been idle once, for content that may load later. */
function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const handle = window.requestIdleCallback(() => setIdle(true), { timeout: 2000 });
    return () => window.cancelIdleCallback(handle);
  }, []);
  return idle;
}

/** The desktop app for the visitor's system, if there is an offer for it. */
function Download({ offers }: { offers: readonly Offer[] }) {
  const { t } = useTranslation();
  const own = systemOf(navigator.userAgent);
  const mine = offers.find(({ system }) => system === own);
  const others = offers.filter((each) => each !== mine);
  const words = ({ system, version, kind }: Offer) => {
    const text = t('site.download.for', { system: systemNames[system], version });
    return kind === '' ? text : `${text} (.${kind})`;
  };
  return (
    <section className={sectionStyles.section} id="download" aria-labelledby="download-title">
      <h2 id="download-title">{t('site.download')}</h2>
      {mine !== undefined && (
        <p>
          <a className="p-button" href={mine.url} download>
            <i className="pi pi-download" aria-hidden="true" />
            {words(mine)}
          </a>
        </p>
      )}
      {others.length > 0 && (
        <p className="row">
          {others.map((offer) => (
            <a key={offer.url} className="link" href={offer.url} download>
              {words(offer)}
            </a>
          ))}
        </p>
      )}
      {mine === undefined && (
        <p className={`muted ${sectionStyles.prose}`}>
          {others.length > 0 && own !== null
            ? t('site.download.otherSystems', { system: systemNames[own] })
            : t('site.download.none')}{' '}
          <Link className="link" to="/tool">
            {t('site.openTool')}
          </Link>
        </p>
      )}
    </section>
  );
}

const pictures: Record<Language, { dark: string; light: string }> = {
  en: { dark: enDark, light: enLight },
  ja: { dark: jaDark, light: jaLight },
  zh_CN: { dark: zhDark, light: zhLight },
};

/** Returns the screenshot of the tool that `npm run screenshots -- --site` took. */
function toolPicture(language: Language, dark: boolean): string {
  return pictures[language][dark ? 'dark' : 'light'];
}

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
