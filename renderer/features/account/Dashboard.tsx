import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSession } from '#renderer/data/hooks.ts';
import { useApiQuery } from '#renderer/data/queries/apiQueries.ts';
import { useFormat, useWhen } from '#renderer/kit/i18n/useFormat.ts';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import { noticeCalls } from '#shared/contract/api/notice.ts';
import { statisticsCalls } from '#shared/contract/api/site.ts';
import styles from './Dashboard.module.css';
import { NoPassword } from './NoPassword.tsx';

const figures = ['broadcasts', 'income', 'fans', 'gifts'] as const;
const DAYS = 30;

/** Totals of the account's saved shows, its last 30 days and its latest messages. */
export default function Dashboard() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const name = useSession((state) => state.nickname);
  const { data: statistics } = useApiQuery(statisticsCalls.mine, { query: { days: DAYS } });
  return (
    <>
      <div className={styles.head}>
        <h1>{t('account.home.hello', { name })}</h1>
        <Link className="p-button" to="/tool">
          {t('site.openTool')}
        </Link>
      </div>
      <NoPassword />
      <dl className={styles.figures}>
        {figures.map((figure) => (
          <div key={figure} className={styles.figure}>
            <dt className="muted">{t(`site.figure.${figure}`)}</dt>
            <dd>{statistics === undefined ? '–' : number(statistics[figure])}</dd>
          </div>
        ))}
      </dl>
      <Panel title={t('account.home.days', { days: DAYS })} body="padded">
        <DayBars days={statistics?.days ?? []} />
      </Panel>
      <LatestMessages />
    </>
  );
}

function LatestMessages() {
  const { t } = useTranslation();
  const when = useWhen();
  const { data } = useApiQuery(noticeCalls.mine, { params: { page: 1, size: 3 } });
  return (
    <Panel
      title={t('site.message')}
      body="padded"
      actions={
        <Link className="link" to="/home/messages">
          {t('account.messages.all')}
        </Link>
      }
    >
      {data?.rows.length === 0 && <p className="muted">{t('account.messages.none')}</p>}
      <ul className={styles.messages}>
        {(data?.rows ?? []).map((row) => (
          <li key={row.id} className="row">
            <Link className={row.read ? 'clip spread' : 'clip spread strong'} to="/home/messages">
              {row.title}
            </Link>
            <span className="muted small">{when(row.publishedAt)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface Day {
  /** Format: 2026-11-21. */
  day: string;
  broadcasts: number;
  income: number;
  gifts: number;
}

/** Shows each day's income as a bar, with its figures as a tooltip and for screen readers. */
function DayBars({ days }: { days: readonly Day[] }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const most = Math.max(0, ...days.map((day) => day.income));
  if (most === 0) return <p className="muted">{t('account.home.noShows')}</p>;
  return (
    <>
      <ol className={styles.bars}>
        {days.map((day) => {
          const words = t('account.home.day', {
            day: day.day,
            income: number(day.income),
            gifts: number(day.gifts),
          });
          return (
            <li key={day.day} className={styles.day} title={words}>
              <span className={styles.bar} style={{ height: `${(day.income / most) * 100}%` }} />
              <span className="only-for-readers">{words}</span>
            </li>
          );
        })}
      </ol>
      <p className={`${styles.ends} muted small`} aria-hidden="true">
        <span>{days[0]?.day}</span>
        <span>{days.at(-1)?.day}</span>
      </p>
    </>
  );
}
