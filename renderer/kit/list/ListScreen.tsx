import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#renderer/data/api/apiError.ts';
import type { Permission } from '#shared/contract/api/call.ts';
import { useText } from '../i18n/useText.ts';
import { Button } from '../ui/Button.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/placeholders.tsx';
import { useNarrow } from '../ui/useNarrow.ts';
import type { Status } from './columns.tsx';
import { SearchBox } from './filters.tsx';
import styles from './List.module.css';
import { ListCards } from './ListCards.tsx';
import { ListTable, type ListTableProps } from './ListTable.tsx';
import {
  BatchDelete,
  DeleteButton,
  EditButton,
  type RecordCalls,
  StatusButton,
  ToolButton,
} from './listButtons.tsx';
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

interface RecordRow {
  id: number;
  status: Status;
}

/** Props of the form for one record; `id` is null for a new record. */
export interface RecordFormProps {
  id: number | null;
  onClose(): void;
}

export interface RecordScreenProps<R extends RecordRow>
  extends Omit<ListScreenProps<R>, 'tools' | 'batch' | 'actions'> {
  calls: RecordCalls;
  /** The permission that each button needs. */
  permissions: { add: Permission; update: Permission; status: Permission; delete: Permission };
  addLabel: string;
  /** Disables the Add button. */
  addDisabled?: boolean;
  form(props: RecordFormProps): ReactNode;
  /** Buttons of a row, shown between its edit button and its status button. */
  more?(row: R): ReactNode;
  /** True for a row whose status cannot change. */
  alwaysOn?(row: R): boolean;
  /** True for a row that cannot be deleted. */
  kept?(row: R): boolean;
}

/** A list screen for records that can be added, edited, enabled or disabled, and deleted. */
export function RecordScreen<R extends RecordRow>(props: RecordScreenProps<R>) {
  const { calls, permissions, addLabel, addDisabled = false, form, more, alwaysOn, kept, ...screen } = props;
  const { list, nameOf } = screen;
  /** The record in the open form; null for a new record, undefined while the form is closed. */
  const [open, setOpen] = useState<number | null | undefined>(undefined);
  return (
    <>
      <ListScreen
        {...screen}
        tools={
          <ToolButton
            permission={permissions.add}
            icon="plus"
            label={addLabel}
            disabled={addDisabled}
            onClick={() => setOpen(null)}
          />
        }
        batch={<BatchDelete selected={list.selected} calls={calls} permission={permissions.delete} />}
        actions={(row) => (
          <>
            <EditButton permission={permissions.update} onClick={() => setOpen(row.id)} />
            {more?.(row)}
            <StatusButton
              permission={permissions.status}
              row={row}
              calls={calls}
              disabled={alwaysOn?.(row) ?? false}
            />
            <DeleteButton
              permission={permissions.delete}
              id={row.id}
              name={nameOf(row)}
              calls={calls}
              disabled={kept?.(row) ?? false}
            />
          </>
        )}
      />
      {open !== undefined && form({ id: open, onClose: () => setOpen(undefined) })}
    </>
  );
}
