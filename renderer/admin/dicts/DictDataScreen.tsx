import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { z } from 'zod';
import { dictCalls, dictDataCalls, type dictDataRowSchema } from '#shared/contract/api/dict.ts';
import { useData } from '../../api/useData.ts';
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
import { DictDataForm } from './DictDataForm.tsx';

type DictDataRow = z.output<typeof dictDataRowSchema>;

/** The entries of the dictionary that is chosen above the list, or of all of them. */
export default function DictDataScreen() {
  const { t } = useTranslation();
  const list = useList(dictDataCalls.list, ['dictId', 'status']);
  const calls = useRowCalls(dictDataCalls, list.reload);
  const columns = useColumns();
  const dicts = useData(dictCalls.list, { params: { page: 1, size: 100 }, query: { sort: 'title' } });
  const dictId = Number(list.filter('dictId')) || null;
  const dict = dicts.data?.rows.find((row) => row.id === dictId);
  /** Undefined: closed; null: a new one. */
  const [open, setOpen] = useState<number | null | undefined>(undefined);
  return (
    <>
      <p>
        <Link className="link" to="/system/dict">
          {t('admin.dict.back')}
        </Link>
      </p>
      <ListScreen
        title={dict === undefined ? t('admin.dictData') : t('admin.dict.entriesOf', { name: dict.title })}
        list={list}
        columns={columns}
        nameOf={(row) => row.value}
        searchLabel={t('admin.dictData.searchIn')}
        filters={
          <>
            <FilterSelect
              list={list}
              name="dictId"
              label={t('admin.dict')}
              options={(dicts.data?.rows ?? []).map((row) => ({ value: String(row.id), label: row.title }))}
            />
            <FilterSelect list={list} name="status" label={t('admin.status')} options={statusOptions(t)} />
          </>
        }
        tools={
          <ToolButton
            permission="dict:add"
            icon="plus"
            label={t('admin.dictData.add')}
            disabled={dict === undefined}
            onClick={() => setOpen(null)}
          />
        }
        batch={<BatchDelete list={list} calls={calls} permission="dict:delete" />}
        actions={(entry) => (
          <>
            <RowButton
              permission="dict:update"
              icon="pencil"
              label={t('admin.edit')}
              onClick={() => setOpen(entry.id)}
            />
            <RowButton
              permission="dict:update"
              icon={entry.status === 'enabled' ? 'ban' : 'check'}
              label={entry.status === 'enabled' ? t('admin.disable') : t('admin.enable')}
              disabled={calls.busy}
              onClick={() => void calls.toggle(entry.id)}
            />
            <RowButton
              permission="dict:delete"
              icon="trash"
              danger
              label={t('admin.delete')}
              disabled={calls.busy}
              onClick={() => void calls.remove(entry.id, entry.value)}
            />
          </>
        )}
      />
      {open !== undefined && (
        <DictDataForm
          id={open}
          dictId={dictId}
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

function useColumns(): Column<DictDataRow>[] {
  const { t } = useTranslation();
  return [
    { field: 'value', title: t('admin.dictData.value'), sortable: true, cell: (row) => row.value },
    { field: 'ja', title: t('admin.dictData.ja'), cell: (row) => row.labels.ja || '–' },
    { field: 'en', title: t('admin.dictData.en'), cell: (row) => row.labels.en || '–' },
    { field: 'zh_CN', title: t('admin.dictData.zh_CN'), cell: (row) => row.labels.zh_CN || '–' },
    { field: 'sort', title: t('admin.sort'), sortable: true, number: true, cell: (row) => row.sort },
    {
      field: 'status',
      title: t('admin.status'),
      sortable: true,
      cell: (row) => <StatusTag status={row.status} />,
    },
  ];
}
