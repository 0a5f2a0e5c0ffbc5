import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation, useApiQuery } from '#renderer/data/queries/apiQueries.ts';
import { useWhen } from '#renderer/kit/i18n/useFormat.ts';
import { useTitle } from '#renderer/kit/i18n/useText.ts';
import { Pager } from '#renderer/kit/list/Pager.tsx';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import { EmptyState } from '#renderer/kit/ui/placeholders.tsx';
import { SettingSheet } from '#renderer/kit/ui/Settings.tsx';
import { noticeCalls } from '#shared/contract/api/notice.ts';
import styles from './MessagesPage.module.css';

const SIZE = 20;
const icons = {
  info: 'info-circle',
  success: 'check-circle',
  warn: 'exclamation-triangle',
  error: 'times-circle',
} as const;

/** Messages from the server's operators. Opening a message marks it as read. */
export function MessagesPage() {
  const { t } = useTranslation();
  const when = useWhen();
  const [page, setPage] = useState(1);
  const { data } = useApiQuery(noticeCalls.mine, { params: { page, size: SIZE } });
  const read = useApiMutation(noticeCalls.read, { announce: false, quiet: true });
  const readAll = useApiMutation(noticeCalls.readAll, { announce: false });
  return (
    <Panel
      title={t('site.message')}
      body="padded"
      actions={
        data !== undefined &&
        data.total > 0 && (
          <Button
            small
            look="outlined"
            label={t('account.messages.readAll')}
            busy={readAll.isPending || read.isPending}
            onClick={() => readAll.mutate({})}
          />
        )
      }
    >
      {data?.total === 0 && (
        <EmptyState icon="bell" title={t('account.messages.none')} text={t('account.messages.why')} />
      )}
      {(data?.rows ?? []).map((row) => (
        <details
          key={row.id}
          className={`${styles.message} ${styles[row.severity]}`}
          onToggle={(event) => {
            if (event.currentTarget.open && !row.read) read.mutate({ params: { id: row.id } });
          }}
        >
          <summary>
            <i className={`pi pi-${icons[row.severity]}`} aria-hidden="true" />
            <span className={row.read ? 'spread' : 'spread strong'}>{row.title}</span>
            {!row.read && <span className="chip">{t('account.messages.new')}</span>}
            <span className="muted small">{when(row.publishedAt)}</span>
          </summary>
          <p className={styles.text}>{row.content}</p>
        </details>
      ))}
      {data !== undefined && data.total > SIZE && (
        <Pager page={page} size={SIZE} total={data.total} onPage={setPage} />
      )}
    </Panel>
  );
}

/** The messages page as a tab of the tool. */
export function MessagesTab() {
  useTitle('site.message');
  return (
    <SettingSheet>
      <MessagesPage />
    </SettingSheet>
  );
}
