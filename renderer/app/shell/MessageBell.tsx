import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useApiQuery } from '#renderer/data/queries/apiQueries.ts';
import { noticeCalls } from '#shared/contract/api/notice.ts';
import styles from './MessageBell.module.css';

const EVERY_MS = 60_000;

/** A link to the messages, with the number of unread ones. */
export function MessageBell({ to = '/home/messages' }: { to?: string }) {
  const { t } = useTranslation();
  const { data } = useApiQuery(noticeCalls.unread, {}, { quiet: true, pollEvery: EVERY_MS });
  const count = data?.count ?? 0;
  return (
    <Link
      className={`${styles.bell} icon-button`}
      to={to}
      aria-label={count > 0 ? t('account.messages.unread', { count }) : t('site.message')}
      title={t('site.message')}
    >
      <i className="pi pi-bell" aria-hidden="true" />
      {count > 0 && <span className={styles.count}>{count > 99 ? '99+' : count}</span>}
    </Link>
  );
}
