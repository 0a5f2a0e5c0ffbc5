import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { z } from 'zod';
import { dictCalls, type dictRowSchema } from '#shared/contract/api/dict.ts';
import { useWhen } from '../../account/useWhen.ts';
import { BatchDelete } from '../list/BatchDelete.tsx';
import { FilterSelect } from '../list/FilterSelect.tsx';
import { ListScreen } from '../list/ListScreen.tsx';
import type { Column } from '../list/ListTable.tsx';
import { RowButton } from '../list/RowButton.tsx';
import { StatusTag } from '../list/StatusTag.tsx';
import { statusOptions } from '../list/statusOptions.ts';
import { ToolButton } from '../list/ToolButton.tsx';
import { useList } from '../list/useList.ts';
import { useRowCalls } from '../list/useRowCalls.ts';
import { DictForm } from './DictForm.tsx';

type DictRow = z.output<typeof dictRowSchema>;

/** Named lists of values, each with its entries on a screen of its own. */
export default function DictScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const list = useList(dictCalls.list, ['status']);
  const calls = useRowCalls(dictCalls, list.reload);
  const columns = useColumns();
  /** Undefined: closed; null: a new one. */
  const [open, setOpen] = useState<number | null | undefined>(undefined);
  return (
    <>
      <ListScreen
        title={t('admin.dict')}
        list={list}
        columns={columns}
        nameOf={(row) => row.title}
        searchLabel={t('admin.searchNameTitle')}
        filters={
          <FilterSelect list={list} name="status" label={t('admin.status')} options={statusOptions(t)} />
        }
        tools={
          <ToolButton
            permission="dict:add"
            icon="plus"
            label={t('admin.dict.add')}
            onClick={() => setOpen(null)}
          />
        }
        batch={<BatchDelete list={list} calls={calls} permission="dict:delete" />}
        actions={(dict) => (
          <>
            <RowButton
              permission="dict:list"
              icon="list"
              label={t('admin.dict.entriesOf', { name: dict.title })}
              onClick={() => void navigate(`/system/dict_data?dictId=${dict.id}`)}
            />
            <RowButton
              permission="dict:update"
              icon="pencil"
              label={t('admin.edit')}
              onClick={() => setOpen(dict.id)}
            />
            <RowButton
              permission="dict:update"
              icon={dict.status === 'enabled' ? 'ban' : 'check'}
              label={dict.status === 'enabled' ? t('admin.disable') : t('admin.enable')}
              disabled={calls.busy}
              onClick={() => void calls.toggle(dict.id)}
            />
            <RowButton
              permission="dict:delete"
              icon="trash"
              danger
              label={t('admin.delete')}
              disabled={calls.busy}
              onClick={() => void calls.remove(dict.id, dict.title)}
            />
          </>
        )}
      />
      {open !== undefined && (
        <DictForm
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

function useColumns(): Column<DictRow>[] {
  const { t } = useTranslation();
  const when = useWhen();
  return [
    { field: 'title', title: t('admin.title'), sortable: true, cell: (row) => row.title },
    { field: 'name', title: t('admin.name'), sortable: true, cell: (row) => row.name },
    { field: 'entries', title: t('admin.dict.entries'), number: true, cell: (row) => row.entries },
    {
      field: 'remark',
      title: t('admin.remark'),
      cell: (row) => <span className="list__long">{row.remark || '–'}</span>,
    },
    {
      field: 'status',
      title: t('admin.status'),
      sortable: true,
      cell: (row) => <StatusTag status={row.status} />,
    },
    { field: 'createdAt', title: t('admin.created'), sortable: true, cell: (row) => when(row.createdAt) },
  ];
}
