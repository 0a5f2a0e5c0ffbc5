import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useData } from '#renderer/data/api/useData.ts';
import { useSettled } from '#renderer/data/api/useSettled.ts';
import { systemNames, systemOf } from '#renderer/data/platform/system.ts';
import { versionCalls } from '#shared/contract/api/version.ts';
import { type Offer, offersOf } from './downloads.ts';
import { useReleases } from './useReleases.ts';

/** The desktop app for the visitor's system, as far as this server has one. */
export function Download() {
  const { t } = useTranslation();
  const settled = useSettled();
  const { data } = useData(versionCalls.latest, settled ? {} : null, { quiet: true });
  const files = useReleases(settled);
  const own = systemOf(navigator.userAgent);
  const offers = offersOf(files, data);
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
