import { useTranslation } from 'react-i18next';
import { formatBytes, formatDuration } from '#renderer/kit/i18n/format.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { useWhen } from '#renderer/kit/i18n/useWhen.ts';
import { backstageStates, type Overview } from '#shared/contract/api/status.ts';
import styles from './status.module.css';

const DAY_MS = 86_400_000;

/** Shows version, uptime, load, database and the number of backstages by state. */
export function Facts({ overview }: { overview: Overview }) {
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
