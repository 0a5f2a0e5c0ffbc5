import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#renderer/data/api/apiError.ts';
import { useText } from '../i18n/useText.ts';
import { Button } from '../ui/Button.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useNarrow } from '../ui/useNarrow.ts';
import { SearchBox } from './filters.tsx';
import styles from './List.module.css';
import { ListCards } from './ListCards.tsx';
import { ListTable, type ListTableProps } from './ListTable.tsx';
import { Pager } from './Pager.tsx';

export interface ListScreenProps<R> extends Omit<ListTableProps<R>, 'caption' | 'selectable'> {
  title: string;
  /** Names the searched fields; without it, the search field is hidden. */
  searchLabel?: string;
  filters?: ReactNode;
  /** Buttons for the whole list. */
  tools?: ReactNode;
  /** Buttons for the selected rows; without them, rows have no checkboxes. */
  batch?: ReactNode;
}

/** A screen with one list: search, filters, rows and pager, or a loading, error or empty state. */
export function ListScreen<R extends { id: number }>(props: ListScreenProps<R>) {
  const { title, searchLabel, filters, tools, batch, ...table } = props;
  const { list } = table;
  const Rows = useNarrow() ? ListCards : ListTable;
  const { t } = useTranslation();
  const text = useText();
  return (
    <Panel title={title} actions={tools} className={styles.screen}>
      <div className={styles.bar}>
        {searchLabel !== undefined && (
          <SearchBox label={searchLabel} value={list.search} onSearch={(search) => list.set({ search })} />
        )}
        {filters}
        {batch !== undefined && (
          <div className={styles.batch}>
            {list.selected.size > 0 && (
              <span className="muted">{t('admin.selected', { count: list.selected.size })}</span>
            )}
            {batch}
          </div>
        )}
      </div>
      {list.rows === undefined && list.error === null && <Skeleton className={styles.wait} />}
      {list.rows === undefined && list.error !== null && (
        <div className={styles.empty} role="alert">
          <p>{text(errorText(list.error))}</p>
          <Button look="outlined" label={t('admin.tryAgain')} onClick={list.reload} />
        </div>
      )}
      {list.rows !== undefined && <Rows {...table} caption={title} selectable={batch !== undefined} />}
      {list.rows !== undefined && (
        <Pager
          page={list.page}
          size={list.size}
          total={list.total}
          onPage={list.setPage}
          onSize={list.setSize}
        />
      )}
    </Panel>
  );
}
