import { useTranslation } from 'react-i18next';
import { useWhen } from '../i18n/useFormat.ts';
import { useText } from '../i18n/useText.ts';
import styles from './List.module.css';
import type { ListColumn } from './ListTable.tsx';

/** Columns that several lists share. */
export function useColumns() {
  const { t } = useTranslation();
  const text = useText();
  const when = useWhen();
  return {
    /** The title may be a locale key. */
    title: <R extends { title: string }>(): ListColumn<R> => ({
      field: 'title',
      title: t('admin.title'),
      sortable: true,
      cell: (row) => <span className={styles.long}>{text({ key: row.title })}</span>,
    }),
    name: <R extends { name: string }>(): ListColumn<R> => ({
      field: 'name',
      title: t('admin.name'),
      sortable: true,
      cell: (row) => row.name,
    }),
    remark: <R extends { remark: string }>(): ListColumn<R> => ({
      field: 'remark',
      title: t('admin.remark'),
      cell: (row) => <span className={`${styles.long} ${styles.remark}`}>{row.remark || '–'}</span>,
    }),
    sort: <R extends { sort: number }>(): ListColumn<R> => ({
      field: 'sort',
      title: t('admin.sort'),
      sortable: true,
      number: true,
      cell: (row) => row.sort,
    }),
    status: <R extends { status: Status }>(): ListColumn<R> => ({
      field: 'status',
      title: t('admin.status'),
      sortable: true,
      cell: (row) => <StatusTag status={row.status} />,
    }),
    published: <R extends { publishedAt: number | null }>(): ListColumn<R> => ({
      field: 'publishedAt',
      title: t('admin.published'),
      sortable: true,
      cell: (row) => when(row.publishedAt),
    }),
    created: <R extends { createdAt: number }>(): ListColumn<R> => ({
      field: 'createdAt',
      title: t('admin.created'),
      sortable: true,
      cell: (row) => when(row.createdAt),
    }),
  };
}

/** Rows that are written before they are used are drafts or published; other rows are enabled or disabled. */
export type Status = 'enabled' | 'disabled' | 'draft' | 'published';

const dots: Record<Status, string> = {
  enabled: 'good',
  published: 'good',
  draft: 'wait',
  disabled: 'bad',
};

/** Shows a status as a coloured dot and a word. */
export function StatusTag({ status }: { status: Status }) {
  const { t } = useTranslation();
  return (
    <span className="chip">
      <span className={`dot dot--${dots[status]}`} aria-hidden="true" />
      {t(`admin.status.${status}`)}
    </span>
  );
}
