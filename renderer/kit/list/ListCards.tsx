import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListTableProps } from './ListTable.tsx';
import { RowCard } from './RowCard.tsx';
import { RowCheck } from './RowCheck.tsx';
import { SortSelect } from './SortSelect.tsx';

/** The rows one below another, for a phone: all that the table has, and nothing beside the screen. */
export function ListCards<R extends { id: number }>(props: ListTableProps<R>) {
  const { list, columns, caption, nameOf, actions, selectable } = props;
  const { t } = useTranslation();
  const all = useId();
  const rows = list.rows ?? [];
  const ids = rows.map((row) => row.id);
  const [first, ...others] = columns;
  return (
    <div aria-busy={list.loading} className="list__scroll">
      <div className="cards__bar">
        {selectable && (
          <span className="cards__all">
            <RowCheck list={list} ids={ids} id={all} />
            <label htmlFor={all}>{t('admin.selectAll')}</label>
          </span>
        )}
        <SortSelect list={list} columns={columns} />
      </div>
      <ul className="cards" aria-label={caption}>
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
    </div>
  );
}
