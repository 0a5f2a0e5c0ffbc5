import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RowCheck } from './RowCheck.tsx';
import type { List } from './useList.ts';

export interface Column<R> {
  /** The name by which the call sorts, where it can. */
  field: string;
  title: string;
  sortable?: boolean;
  /** Numbers stand at the end of their column. */
  number?: boolean;
  cell(row: R): ReactNode;
}

export interface ListTableProps<R> {
  list: List<R>;
  caption: string;
  columns: readonly Column<R>[];
  /** What a row is called, for readers. */
  nameOf(row: R): string;
  /** Buttons at the end of a row. */
  actions?(row: R): ReactNode;
  /** Whether rows can be chosen for what is done to several at once. */
  selectable: boolean;
}

/** The rows as a table: columns that can be sorted by their heads, rows that can be chosen. */
export function ListTable<R extends { id: number }>(props: ListTableProps<R>) {
  const { list, columns, caption, nameOf, actions, selectable } = props;
  const { t } = useTranslation();
  const rows = list.rows ?? [];
  const ids = rows.map((row) => row.id);
  return (
    <div className="list__scroll" aria-busy={list.loading}>
      <table className="list">
        <caption className="only-for-readers">{caption}</caption>
        <thead>
          <tr>
            {selectable && (
              <th className="list__check">
                <RowCheck list={list} ids={ids} label={t('admin.selectAll')} />
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.field} column={column} list={list} />
            ))}
            {actions !== undefined && <th className="list__actions">{t('admin.actions')}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className={list.selected.has(row.id) ? 'list__row--on' : undefined}>
              {selectable && (
                <td className="list__check">
                  <RowCheck list={list} ids={[row.id]} label={t('admin.selectRow', { name: nameOf(row) })} />
                </td>
              )}
              {columns.map((column) => (
                <td key={column.field} className={column.number === true ? 'num' : undefined}>
                  {column.cell(row)}
                </td>
              ))}
              {actions !== undefined && (
                <td className="list__actions">
                  <div className="list__buttons">{actions(row)}</div>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Head<R>({ column, list }: { column: Column<R>; list: List<R> }) {
  const sorted = list.sort === column.field ? list.order : null;
  const className = column.number === true ? 'num' : undefined;
  if (column.sortable !== true) return <th className={className}>{column.title}</th>;
  const icon = sorted === null ? 'sort-alt' : sorted === 'asc' ? 'sort-amount-up-alt' : 'sort-amount-down';
  return (
    <th
      className={className}
      aria-sort={sorted === null ? 'none' : sorted === 'asc' ? 'ascending' : 'descending'}
    >
      <button type="button" className="list__sort" onClick={() => list.sortBy(column.field)}>
        {column.title}
        <i className={`pi pi-${icon}`} aria-hidden="true" />
      </button>
    </th>
  );
}
