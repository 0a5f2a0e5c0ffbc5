import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { StatusFilter, written } from '#renderer/kit/list/filters.tsx';
import type { ListColumn } from '#renderer/kit/list/ListTable.tsx';
import { RecordScreen } from '#renderer/kit/list/RecordScreen.tsx';
import { useColumns } from '#renderer/kit/list/useColumns.tsx';
import { useList } from '#renderer/kit/list/useList.ts';
import { noticeCalls, type noticeRowSchema } from '#shared/contract/api/notice.ts';
import { NoticeForm } from './NoticeForm.tsx';

type NoticeRow = z.output<typeof noticeRowSchema>;

const permissions = {
  add: 'notice:add',
  update: 'notice:update',
  status: 'notice:publish',
  delete: 'notice:delete',
} as const;

/** Lists the messages to all accounts: drafts and published ones. */
export default function NoticeScreen() {
  const { t } = useTranslation();
  const list = useList(noticeCalls.list, ['status']);
  const column = useColumns();
  const columns: ListColumn<NoticeRow>[] = [
    column.title(),
    {
      field: 'severity',
      title: t('admin.notice.severity'),
      cell: (row) => t(`admin.severity.${row.severity}`),
    },
    column.status(),
    { field: 'author', title: t('admin.notice.author'), cell: (row) => row.author || '–' },
    { field: 'readers', title: t('admin.notice.readers'), number: true, cell: (row) => row.readers },
    column.published(),
    column.created(),
  ];
  return (
    <RecordScreen
      title={t('admin.notice')}
      list={list}
      calls={noticeCalls}
      permissions={permissions}
      columns={columns}
      nameOf={(row) => row.title}
      searchLabel={t('admin.notice.searchIn')}
      filters={<StatusFilter list={list} of={written} />}
      addLabel={t('admin.notice.add')}
      form={(props) => <NoticeForm {...props} />}
    />
  );
}
