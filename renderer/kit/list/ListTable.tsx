import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../ui/Checkbox.tsx';
import type { List } from './useList.ts';

export interface Column<R> {
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
  columns: readonly Column<R>[];
  /** The row's name, for screen readers. */
  nameOf(row: R): string;
  /** Buttons at the end of a row. */
  actions?(row: R): ReactNode;
  /** Shows checkboxes that select rows for batch actions. */
  selectable: boolean;
}

/** Shows a page of a list as a table. Pressing a sortable column's header sorts by it. */
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

/** A column header; a button if the column can be sorted. */
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
