import './status.css';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useData } from '#renderer/data/api/useData.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { useList } from '#renderer/kit/list/useList.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import { type Overview, statusCalls } from '#shared/contract/api/status.ts';
import { Backstages } from './Backstages.tsx';
import { DiskUse } from './DiskUse.tsx';
import { Facts } from './Facts.tsx';
import { Problems } from './Problems.tsx';
import { Seats } from './Seats.tsx';
import { useRefresh } from './useRefresh.ts';

const REFRESH_EVERY_MS = 5000;
/** A server that is away would fill the screen with toasts; the screen itself says that it is. */
const quiet = { quiet: true };

/** How the server is: what needs its operator first, then seats, disk and every show. */
export default function StatusScreen() {
  const { t } = useTranslation();
  const [paused, setPaused] = useState(false);
  const overview = useData(statusCalls.overview, {}, quiet);
  const list = useList(statusCalls.list, ['state', 'kind'], {}, quiet);
  const { reload: reloadOverview, data } = overview;
  const { reload: reloadList } = list;
  const refresh = useCallback(() => {
    reloadOverview();
    reloadList();
  }, [reloadOverview, reloadList]);
  const loading = overview.loading || list.loading;
  useRefresh({ everyMs: REFRESH_EVERY_MS, loading, paused, refresh });
  return (
    <>
      <Panel
        title={t('admin.overview')}
        body="padded"
        badge={data !== null && <AsOf overview={data} late={overview.error !== null} />}
        actions={
          <Button
            small
            look="text"
            icon={paused ? 'play' : 'pause'}
            label={paused ? t('admin.overview.resume') : t('admin.overview.pause')}
            onClick={() => setPaused(!paused)}
          />
        }
      >
        <Problems problems={data?.problems ?? null} error={overview.error} />
        {data === null && overview.error === null && <div className="skeleton status__wait" />}
        {data !== null && <Facts overview={data} />}
      </Panel>
      {data !== null && (
        <div className="status__pair">
          <Seats seats={data.seats} />
          <DiskUse disk={data.disk} />
        </div>
      )}
      <Backstages list={list} quota={data?.disk.quota ?? null} />
    </>
  );
}

/** The time of the figures, by the server's clock. */
function AsOf({ overview, late }: { overview: Overview; late: boolean }) {
  const { t } = useTranslation();
  const time = useFormat().time(overview.at);
  return (
    <span className="chip status__as-of">
      <span className={late ? 'dot dot--bad' : 'dot dot--good'} aria-hidden="true" />
      {late ? t('admin.overview.late', { time }) : t('admin.overview.asOf', { time })}
    </span>
  );
}
