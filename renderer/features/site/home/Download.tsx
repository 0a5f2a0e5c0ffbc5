import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { systemNames, systemOf } from '#renderer/data/platform/operatingSystem.ts';
import type { Offer } from './downloads.ts';

/** The desktop app for the visitor's system, if there is an offer for it. */
export function Download({ offers }: { offers: readonly Offer[] }) {
  const { t } = useTranslation();
  const own = systemOf(navigator.userAgent);
  const mine = offers.find(({ system }) => system === own);
  const others = offers.filter((each) => each !== mine);
  const words = ({ system, version, kind }: Offer) => {
    const text = t('site.download.for', { system: systemNames[system], version });
    return kind === '' ? text : `${text} (.${kind})`;
  };
  return (
    <section className="site__section" id="download" aria-labelledby="download-title">
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
        <p className="muted site__prose">
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
