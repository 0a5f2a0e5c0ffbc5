import { useTranslation } from 'react-i18next';
import type { Column } from './ListTable.tsx';
import type { List } from './useList.ts';

/** The order of a list, where there are no heads of columns to press. */
export function SortSelect<R>({ list, columns }: { list: List<R>; columns: readonly Column<R>[] }) {
  const { t } = useTranslation();
  const sortable = columns.filter((column) => column.sortable === true);
  if (sortable.length === 0) return null;
  return (
    <select
      className="p-inputtext select list-screen__filter"
      aria-label={t('admin.sortBy')}
      value={list.sort === null ? '' : `${list.sort} ${list.order}`}
      onChange={(event) => {
        const [sort = '', order = ''] = event.target.value.split(' ');
        list.set({ sort, order });
      }}
    >
      <option value="">{t('admin.sortUsual')}</option>
      {sortable.flatMap(({ field, title }) => [
        <option key={`${field} asc`} value={`${field} asc`}>
          {t('admin.sortUp', { what: title })}
        </option>,
        <option key={`${field} desc`} value={`${field} desc`}>
          {t('admin.sortDown', { what: title })}
        </option>,
      ])}
    </select>
  );
}
