import './messageBell.css';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useData } from '#renderer/data/api/useData.ts';
import { messagesRead } from '#renderer/features/account/home/messagesRead.ts';
import { noticeCalls } from '#shared/contract/api/notice.ts';

const EVERY_MS = 60_000;

/** The way to the messages, with the number of those that are new. */
export function MessageBell({ to = '/home/messages' }: { to?: string }) {
  const { t } = useTranslation();
  const { data, reload } = useData(noticeCalls.unread, {}, { quiet: true });
  useEffect(() => messagesRead.subscribe(reload), [reload]);
  useEffect(() => {
    const timer = window.setInterval(reload, EVERY_MS);
    return () => window.clearInterval(timer);
  }, [reload]);
  const count = data?.count ?? 0;
  return (
    <Link
      className="bell icon-button"
      to={to}
      aria-label={count > 0 ? t('account.messages.unread', { count }) : t('site.message')}
      title={t('site.message')}
    >
      <i className="pi pi-bell" aria-hidden="true" />
      {count > 0 && <span className="bell__count">{count > 99 ? '99+' : count}</span>}
    </Link>
  );
}
