import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { versionCalls } from '#shared/contract/api/version.ts';
import { useData } from '../../api/useData.ts';
import { useSettled } from '../../api/useSettled.ts';
import { isDownloadUrl, systemNames, systemOf } from './system.ts';

const systems = ['windows', 'mac', 'linux'] as const;

/** The desktop app for the visitor's system, as far as this server has one. */
export function Download() {
  const { t } = useTranslation();
  const { data } = useData(versionCalls.latest, useSettled() ? {} : null, { quiet: true });
  const own = systemOf(navigator.userAgent);
  const offered = systems.flatMap((system) => {
    const version = data?.find((each) => each.platform === system && isDownloadUrl(each.url));
    return version === undefined ? [] : [{ ...version, system }];
  });
  const mine = offered.find(({ system }) => system === own);
  const others = offered.filter((each) => each !== mine);
  return (
    <section className="site__section" id="download" aria-labelledby="download-title">
      <h2 id="download-title">{t('site.download')}</h2>
      {mine !== undefined && (
        <p>
          <a className="p-button" href={mine.url} download>
            <i className="pi pi-download" aria-hidden="true" />
            {t('site.download.for', { system: systemNames[mine.system], version: mine.version })}
          </a>
        </p>
      )}
      {others.length > 0 && (
        <p className="row">
          {others.map((version) => (
            <a key={version.system} className="link" href={version.url} download>
              {t('site.download.for', {
                system: systemNames[version.system],
                version: version.version,
              })}
            </a>
          ))}
        </p>
      )}
      {mine === undefined && (
        <p className="muted site__prose">
          {data !== null && others.length > 0 && own !== null
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
