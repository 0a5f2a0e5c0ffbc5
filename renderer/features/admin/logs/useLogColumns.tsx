import { useTranslation } from 'react-i18next';
import { useWhen } from '#renderer/kit/i18n/useWhen.ts';
import type { Column } from '#renderer/kit/list/ListTable.tsx';
import type { LogRow } from '#shared/contract/api/log.ts';

export function useLogColumns(): Column<LogRow>[] {
  const { t } = useTranslation();
  const when = useWhen();
  return [
    { field: 'at', title: t('admin.log.at'), sortable: true, cell: (row) => when(row.at) },
    { field: 'kind', title: t('admin.log.kind'), cell: (row) => t(`admin.log.kind.${row.kind}`) },
    {
      field: 'email',
      title: t('account.email'),
      sortable: true,
      cell: (row) => <span className="list__long">{row.email || '–'}</span>,
    },
    { field: 'action', title: t('admin.log.action'), sortable: true, cell: (row) => row.action },
    { field: 'target', title: t('admin.log.target'), cell: (row) => row.target || '–' },
    { field: 'ip', title: t('admin.log.ip'), cell: (row) => row.ip },
    {
      field: 'code',
      title: t('admin.log.result'),
      sortable: true,
      cell: (row) => (
        <span className="chip">
          <span className={row.success ? 'dot dot--good' : 'dot dot--bad'} aria-hidden="true" />
          {row.success ? t('web.success') : `${t('web.failure')} ${row.code}`}
        </span>
      ),
    },
    {
      field: 'durationMs',
      title: t('admin.log.duration'),
      sortable: true,
      number: true,
      cell: (row) => t('admin.log.ms', { ms: row.durationMs }),
    },
  ];
}
