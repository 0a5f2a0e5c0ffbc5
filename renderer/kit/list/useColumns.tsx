import { useTranslation } from 'react-i18next';
import { useText } from '../i18n/useText.ts';
import { useWhen } from '../i18n/useWhen.ts';
import type { Column } from './ListTable.tsx';
import { type Status, StatusTag } from './StatusTag.tsx';

/** Columns that several lists share. */
export function useColumns() {
  const { t } = useTranslation();
  const text = useText();
  const when = useWhen();
  return {
    /** The title may be a locale key. */
    title: <R extends { title: string }>(): Column<R> => ({
      field: 'title',
      title: t('admin.title'),
      sortable: true,
      cell: (row) => <span className="list__long">{text({ key: row.title })}</span>,
    }),
    name: <R extends { name: string }>(): Column<R> => ({
      field: 'name',
      title: t('admin.name'),
      sortable: true,
      cell: (row) => row.name,
    }),
    remark: <R extends { remark: string }>(): Column<R> => ({
      field: 'remark',
      title: t('admin.remark'),
      cell: (row) => <span className="list__long list__long--remark">{row.remark || '–'}</span>,
    }),
    sort: <R extends { sort: number }>(): Column<R> => ({
      field: 'sort',
      title: t('admin.sort'),
      sortable: true,
      number: true,
      cell: (row) => row.sort,
    }),
    status: <R extends { status: Status }>(): Column<R> => ({
      field: 'status',
      title: t('admin.status'),
      sortable: true,
      cell: (row) => <StatusTag status={row.status} />,
    }),
    published: <R extends { publishedAt: number | null }>(): Column<R> => ({
      field: 'publishedAt',
      title: t('admin.published'),
      sortable: true,
      cell: (row) => when(row.publishedAt),
    }),
    created: <R extends { createdAt: number }>(): Column<R> => ({
      field: 'createdAt',
      title: t('admin.created'),
      sortable: true,
      cell: (row) => when(row.createdAt),
    }),
  };
}
