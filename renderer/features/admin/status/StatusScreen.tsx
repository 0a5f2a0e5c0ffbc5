import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '#renderer/data/queries/apiQueries.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { useList } from '#renderer/kit/list/useList.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import { Skeleton } from '#renderer/kit/ui/Skeleton.tsx';
import { type Overview, statusCalls } from '#shared/contract/api/status.ts';
import { Backstages } from './Backstages.tsx';
import { Facts } from './Facts.tsx';
import { DiskUse, Seats } from './Gauges.tsx';
import { Problems } from './Problems.tsx';
import styles from './status.module.css';

const REFRESH_EVERY_MS = 5000;

/** Shows the server's status: problems first, then seats, disk and every show. */
export default function StatusScreen() {
  const { t } = useTranslation();
  const [paused, setPaused] = useState(false);
  // Quiet: the screen shows by itself that the server cannot be reached.
  const options = { quiet: true, pollEvery: paused ? (false as const) : REFRESH_EVERY_MS };
  const { data, error } = useApiQuery(statusCalls.overview, {}, options);
  const list = useList(statusCalls.list, ['state', 'kind'], options);
  const client = useQueryClient();
  const toggle = () => {
    setPaused(!paused);
    if (paused) void client.invalidateQueries({ queryKey: ['status'] });
  };
  return (
    <>
      <Panel
        title={t('admin.overview')}
        body="padded"
        badge={data !== undefined && <AsOf overview={data} late={error !== null} />}
        actions={
          <Button
            small
            look="text"
            icon={paused ? 'play' : 'pause'}
            label={paused ? t('admin.overview.resume') : t('admin.overview.pause')}
            onClick={toggle}
          />
        }
      >
        <Problems problems={data?.problems ?? null} error={error} />
        {data === undefined && error === null && <Skeleton className={styles.wait} />}
        {data !== undefined && <Facts overview={data} />}
      </Panel>
      {data !== undefined && (
        <div className={styles.pair}>
          <Seats seats={data.seats} />
          <DiskUse disk={data.disk} />
        </div>
      )}
      <Backstages list={list} quota={data?.disk.quota ?? null} />
    </>
  );
}

/** The time of the figures by the server's clock. */
function AsOf({ overview, late }: { overview: Overview; late: boolean }) {
  const { t } = useTranslation();
  const time = useFormat().time(overview.at);
  return (
    <span className={`chip ${styles.asOf}`}>
      <span className={late ? 'dot dot--bad' : 'dot dot--good'} aria-hidden="true" />
      {late ? t('admin.overview.late', { time }) : t('admin.overview.asOf', { time })}
    </span>
  );
}
