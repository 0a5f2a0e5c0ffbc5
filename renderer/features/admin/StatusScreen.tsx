import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '#renderer/data/queries/apiQueries.ts';
import { formatBytes, formatDuration } from '#renderer/kit/i18n/format.ts';
import { useFormat, useWhen } from '#renderer/kit/i18n/useFormat.ts';
import { useList } from '#renderer/kit/list/useList.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import { Skeleton } from '#renderer/kit/ui/placeholders.tsx';
import { backstageStates, type Overview, statusCalls } from '#shared/contract/api/status.ts';
import { Backstages } from './Backstages.tsx';
import { DiskUse, Seats } from './Gauges.tsx';
import { Nodes } from './Nodes.tsx';
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
  const { data: nodes } = useApiQuery(statusCalls.nodes, {}, options);
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
      {nodes !== undefined && nodes.length > 0 && <Nodes nodes={nodes} />}
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

const DAY_MS = 86_400_000;

/** Shows version, uptime, load, database and the number of backstages by state. */
function Facts({ overview }: { overview: Overview }) {
  const { t } = useTranslation();
  const when = useWhen();
  const { language, number } = useFormat();
  const { at, build, startedAt, lagSeconds, commitSeconds, memoryBytes, database, backstages } = overview;
  const ms = (seconds: number) => t('admin.log.ms', { ms: number(seconds * 1000) });
  const days = Math.floor((at - startedAt) / DAY_MS);
  const up = days > 0 ? t('admin.overview.days', { count: days }) : formatDuration(at - startedAt);
  const answer = { ms: number(Math.ceil(database.answerMs)) };
  const states = backstageStates.filter((state) => backstages[state] > 0);
  const facts = [
    {
      id: 'shows',
      title: t('admin.overview.shows'),
      value: states.map((state) => `${t(`admin.overview.state.${state}`)} ${number(backstages[state])}`),
    },
    {
      id: 'database',
      title: t('admin.overview.database'),
      value: [t(`admin.overview.database.${database.kind}`), t('admin.overview.answers', answer)],
    },
    { id: 'up', title: t('admin.overview.up'), value: [up, when(startedAt)] },
    { id: 'lag', title: t('admin.overview.lag'), value: [ms(lagSeconds)] },
    {
      id: 'commit',
      title: t('admin.overview.commit'),
      value: [commitSeconds === null ? '–' : ms(commitSeconds)],
    },
    { id: 'memory', title: t('admin.overview.memory'), value: [formatBytes(memoryBytes, language)] },
    { id: 'build', title: t('admin.overview.build'), value: [build] },
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(({ id, title, value }) => (
        <div key={id}>
          <dt>{title}</dt>
          <dd>{value.length === 0 ? '–' : value.join(' · ')}</dd>
        </div>
      ))}
    </dl>
  );
}
