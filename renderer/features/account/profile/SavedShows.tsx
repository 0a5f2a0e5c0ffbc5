import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePage } from '#renderer/data/hooks.ts';
import { useApiMutation, useApiQuery, useSiteInfo } from '#renderer/data/queries/apiQueries.ts';
import { useFormat, useWhen } from '#renderer/kit/i18n/useFormat.ts';
import { Pager } from '#renderer/kit/list/Pager.tsx';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import { showCalls } from '#shared/contract/api/sync.ts';
import styles from './profile.module.css';

const SIZE = 10;

/** Lists the finished shows that the account keeps, with buttons that delete them. */
export function SavedShows() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const when = useWhen();
  const { asks } = usePage();
  const [page, setPage] = useState(1);
  const { data } = useApiQuery(showCalls.list, { params: { page, size: SIZE }, query: {} });
  const { mutate: deleteShow, isPending } = useApiMutation(showCalls.remove);
  const { data: site } = useSiteInfo();
  const remove = async (id: string, name: string) => {
    const sure = await asks.getState().ask({
      title: { key: 'account.shows.delete' },
      text: { key: 'account.shows.deleteSure', params: { name } },
      confirm: { key: 'account.shows.delete' },
      danger: true,
    });
    if (sure) deleteShow({ params: { id }, query: {} });
  };
  const days = site === undefined ? '–' : number(site.showDays);
  return (
    <Panel title={t('account.shows')} body="padded">
      <p className="muted">{t(data?.total === 0 ? 'account.shows.none' : 'account.shows.text', { days })}</p>
      <ul className={styles.list}>
        {(data?.rows ?? []).map((show) => (
          <li key={show.id} className={styles.row}>
            <i className="pi pi-video" aria-hidden="true" />
            <span className="spread">
              <span className="strong">{show.name}</span>
              <span className={`${styles.sub} muted small`}>
                {t('account.shows.figures', {
                  at: when(show.startedAt),
                  income: number(show.income),
                  gifts: number(show.gifts),
                })}
              </span>
            </span>
            <Button
              small
              look="text"
              danger
              icon="trash"
              ariaLabel={t('account.shows.deleteOne', { name: show.name })}
              disabled={isPending}
              onClick={() => void remove(show.id, show.name)}
            />
          </li>
        ))}
      </ul>
      {data !== undefined && data.total > SIZE && (
        <Pager page={page} size={SIZE} total={data.total} onPage={setPage} />
      )}
    </Panel>
  );
}
