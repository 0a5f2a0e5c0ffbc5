import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Select } from '../ui/Select.tsx';
import styles from './List.module.css';
import { type ListColumn, type ListTableProps, NothingFound, RowCheck } from './ListTable.tsx';
import type { List } from './useList.ts';

/**
 * Shows a page of a list as cards for narrow screens, with everything that `ListTable` offers. Own component:
 * PrimeReact's stacked layout hides the header, and with it sorting and "select all".
 */
export function ListCards<R extends { id: number }>(props: ListTableProps<R>) {
  const { list, columns, caption, nameOf, actions, selectable } = props;
  const { t } = useTranslation();
  const all = useId();
  const rows = list.rows ?? [];
  const ids = rows.map((row) => row.id);
  const [first, ...others] = columns;
  return (
    <div aria-busy={list.loading} className={styles.scroll}>
      <div className={styles.cardsBar}>
        {selectable && (
          <span className={styles.all}>
            <RowCheck list={list} ids={ids} id={all} />
            <label htmlFor={all}>{t('admin.selectAll')}</label>
          </span>
        )}
        <SortSelect list={list} columns={columns} />
      </div>
      <ul className={styles.cards} aria-label={caption}>
        {rows.map((row) => (
          <RowCard
            key={row.id}
            on={list.selected.has(row.id)}
            check={
              selectable && (
                <RowCheck list={list} ids={[row.id]} label={t('admin.selectRow', { name: nameOf(row) })} />
              )
            }
            title={first?.cell(row)}
            facts={others.map((column) => ({
              field: column.field,
              label: column.title,
              value: column.cell(row),
            }))}
            actions={actions?.(row)}
          />
        ))}
      </ul>
      {rows.length === 0 && <NothingFound />}
    </div>
  );
}

/** Selects the sort order, because cards have no column headers. */
export function SortSelect<R>({ list, columns }: { list: List<R>; columns: readonly ListColumn<R>[] }) {
  const { t } = useTranslation();
  const sortable = columns.filter((column) => column.sortable === true);
  if (sortable.length === 0) return null;
  return (
    <Select
      className={styles.filter}
      label={t('admin.sortBy')}
      value={list.sort === null ? '' : `${list.sort} ${list.order}`}
      options={[
        { value: '', label: t('admin.sortUsual') },
        ...sortable.flatMap(({ field, title }) => [
          { value: `${field} asc`, label: t('admin.sortUp', { what: title }) },
          { value: `${field} desc`, label: t('admin.sortDown', { what: title }) },
        ]),
      ]}
      onChange={(value) => {
        const [sort = '', order = ''] = value.split(' ');
        list.set({ sort, order });
      }}
    />
  );
}

export interface RowCardProps {
  /** The row's checkbox. */
  check?: ReactNode;
  title: ReactNode;
  /** The other columns' cells, each labelled with its column's title. */
  facts: readonly { field: string; label: string; value: ReactNode }[];
  actions?: ReactNode;
  /** Highlights the card because its row is selected. */
  on?: boolean;
}

/** One row of a list as a card. */
export function RowCard({ check, title, facts, actions, on = false }: RowCardProps) {
  return (
    <li className={on ? `${styles.card} ${styles.cardOn}` : styles.card}>
      <div className={styles.cardHead}>
        {check}
        <div className={styles.title} data-title>
          {title}
        </div>
      </div>
      <dl className={styles.cardFacts}>
        {facts.map(({ field, label, value }) => (
          <div key={field}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {actions !== undefined && (
        <div className={styles.buttons} data-actions>
          {actions}
        </div>
      )}
    </li>
  );
}
