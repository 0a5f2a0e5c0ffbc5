import { Column } from 'primereact/column';
import { DataTable } from 'primereact/datatable';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyIcon } from '../icons/drawings.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import styles from './List.module.css';
import type { List } from './useList.ts';

export interface ListColumn<R> {
  /** The column's name in the call's `sort` parameter. */
  field: string;
  title: string;
  sortable?: boolean;
  /** Aligns the cells at the end, for numbers. */
  number?: boolean;
  cell(row: R): ReactNode;
}

export interface ListTableProps<R> {
  list: List<R>;
  caption: string;
  columns: readonly ListColumn<R>[];
  /** The row's name, for screen readers. */
  nameOf(row: R): string;
  /** Buttons at the end of a row. */
  actions?(row: R): ReactNode;
  /** Shows checkboxes that select rows for batch actions. */
  selectable: boolean;
}

/**
 * Shows a page of a list as a table. Pressing a sortable column's header sorts by it. PrimeReact makes the header cell
 * itself focusable; here it holds a button, which screen readers announce as one.
 */
export function ListTable<R extends { id: number }>(props: ListTableProps<R>) {
  const { list, columns, caption, nameOf, actions, selectable } = props;
  const { t } = useTranslation();
  const rows = list.rows ?? [];
  return (
    <DataTable
      value={[...rows]}
      dataKey="id"
      lazy
      className={styles.scroll}
      tableClassName={styles.list}
      aria-busy={list.loading}
      emptyMessage={<NothingFound />}
      // The cells depend on more than their row: on the selection and on the language.
      cellMemo={false}
      {...(list.sort === null ? {} : { sortField: list.sort })}
      sortOrder={list.order === 'asc' ? 1 : -1}
      onSort={({ sortField }) => list.sortBy(sortField)}
      rowClassName={({ id }) => (list.selected.has(id) ? styles.rowOn : '')}
      pt={{ table: { 'aria-label': caption } }}
    >
      {selectable && (
        <Column
          className={styles.check}
          headerClassName={styles.check}
          header={<RowCheck list={list} ids={rows.map(({ id }) => id)} label={t('admin.selectAll')} />}
          body={(row: R) => (
            <RowCheck list={list} ids={[row.id]} label={t('admin.selectRow', { name: nameOf(row) })} />
          )}
        />
      )}
      {columns.map((column) => (
        <Column
          key={column.field}
          field={column.field}
          sortable={column.sortable === true}
          className={column.number === true ? 'num' : ''}
          headerClassName={column.number === true ? 'num' : ''}
          header={
            column.sortable === true ? (
              <button type="button" className={styles.sort}>
                {column.title}
              </button>
            ) : (
              column.title
            )
          }
          body={column.cell}
          pt={{ headerCell: { tabIndex: undefined }, sort: { 'aria-hidden': true } }}
        />
      ))}
      {actions !== undefined && (
        <Column
          className={styles.actions}
          headerClassName={styles.actions}
          header={t('admin.actions')}
          body={(row: R) => (
            <div className={styles.buttons} data-actions>
              {actions(row)}
            </div>
          )}
        />
      )}
    </DataTable>
  );
}

/** The message for a list without rows, or without rows that match its filters. */
export function NothingFound() {
  const { t } = useTranslation();
  return (
    <div className={styles.empty}>
      <EmptyIcon />
      <p className="muted">{t('admin.nothing')}</p>
    </div>
  );
}

export interface RowCheckProps<R> {
  list: List<R>;
  /** Row ids that the checkbox selects; it is checked when all of them are selected. */
  ids: readonly number[];
  /** The input's id, for a visible label. */
  id?: string;
  /** The accessible name where there is no visible label. */
  label?: string;
}

/** A checkbox that selects one row or all rows for a batch action. */
export function RowCheck<R>({ list, ids, id, label }: RowCheckProps<R>) {
  return (
    <Checkbox
      id={id}
      label={label}
      checked={ids.length > 0 && ids.every((id) => list.selected.has(id))}
      mixed={ids.some((id) => list.selected.has(id)) && !ids.every((id) => list.selected.has(id))}
      onChange={(on) => list.select(ids, on)}
    />
  );
}
