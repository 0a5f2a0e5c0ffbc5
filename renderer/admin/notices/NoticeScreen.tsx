import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { noticeCalls, type noticeRowSchema } from '#shared/contract/api/notice.ts';
import { useWhen } from '../../account/useWhen.ts';
import { BatchDelete } from '../list/BatchDelete.tsx';
import { FilterSelect } from '../list/FilterSelect.tsx';
import { ListScreen } from '../list/ListScreen.tsx';
import type { Column } from '../list/ListTable.tsx';
import { RowButton } from '../list/RowButton.tsx';
import { StatusTag } from '../list/StatusTag.tsx';
import { publishOptions } from '../list/statusOptions.ts';
import { ToolButton } from '../list/ToolButton.tsx';
import { useList } from '../list/useList.ts';
import { useRowCalls } from '../list/useRowCalls.ts';
import { NoticeForm } from './NoticeForm.tsx';

type NoticeRow = z.output<typeof noticeRowSchema>;

/** Messages to everybody who has an account: written, published, taken back. */
export default function NoticeScreen() {
  const { t } = useTranslation();
  const list = useList(noticeCalls.list, ['status']);
  const calls = useRowCalls(noticeCalls, list.reload);
  const columns = useColumns();
  /** Undefined: closed; null: a new one. */
  const [open, setOpen] = useState<number | null | undefined>(undefined);
  return (
    <>
      <ListScreen
        title={t('admin.notice')}
        list={list}
        columns={columns}
        nameOf={(row) => row.title}
        searchLabel={t('admin.notice.searchIn')}
        filters={
          <FilterSelect list={list} name="status" label={t('admin.status')} options={publishOptions(t)} />
        }
        tools={
          <ToolButton
            permission="notice:add"
            icon="plus"
            label={t('admin.notice.add')}
            onClick={() => setOpen(null)}
          />
        }
        batch={<BatchDelete list={list} calls={calls} permission="notice:delete" />}
        actions={(notice) => (
          <>
            <RowButton
              permission="notice:update"
              icon="pencil"
              label={t('admin.edit')}
              onClick={() => setOpen(notice.id)}
            />
            <RowButton
              permission="notice:publish"
              icon={notice.status === 'draft' ? 'send' : 'undo'}
              label={notice.status === 'draft' ? t('admin.notice.publish') : t('admin.notice.takeBack')}
              disabled={calls.busy}
              onClick={() => void calls.toggle(notice.id)}
            />
            <RowButton
              permission="notice:delete"
              icon="trash"
              danger
              label={t('admin.delete')}
              disabled={calls.busy}
              onClick={() => void calls.remove(notice.id, notice.title)}
            />
          </>
        )}
      />
      {open !== undefined && (
        <NoticeForm
          id={open}
          onClose={() => setOpen(undefined)}
          onDone={() => {
            setOpen(undefined);
            list.reload();
          }}
        />
      )}
    </>
  );
}

function useColumns(): Column<NoticeRow>[] {
  const { t } = useTranslation();
  const when = useWhen();
  return [
    {
      field: 'title',
      title: t('admin.title'),
      sortable: true,
      cell: (row) => <span className="list__long">{row.title}</span>,
    },
    {
      field: 'severity',
      title: t('admin.notice.severity'),
      cell: (row) => t(`admin.severity.${row.severity}`),
    },
    {
      field: 'status',
      title: t('admin.status'),
      sortable: true,
      cell: (row) => <StatusTag status={row.status} />,
    },
    { field: 'author', title: t('admin.notice.author'), cell: (row) => row.author || '–' },
    { field: 'readers', title: t('admin.notice.readers'), number: true, cell: (row) => row.readers },
    {
      field: 'publishedAt',
      title: t('admin.notice.published'),
      sortable: true,
      cell: (row) => when(row.publishedAt),
    },
    { field: 'createdAt', title: t('admin.created'), sortable: true, cell: (row) => when(row.createdAt) },
  ];
}
