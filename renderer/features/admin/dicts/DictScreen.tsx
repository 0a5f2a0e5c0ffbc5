import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { z } from 'zod';
import { inUse, StatusFilter } from '#renderer/kit/list/filters.tsx';
import type { ListColumn } from '#renderer/kit/list/ListTable.tsx';
import { RowButton } from '#renderer/kit/list/listButtons.tsx';
import { RecordScreen } from '#renderer/kit/list/RecordScreen.tsx';
import { useColumns } from '#renderer/kit/list/useColumns.tsx';
import { useList } from '#renderer/kit/list/useList.ts';
import { dictCalls, type dictRowSchema } from '#shared/contract/api/dict.ts';
import { DictForm } from './DictForm.tsx';
import { dictPermissions } from './permissions.ts';

type DictRow = z.output<typeof dictRowSchema>;

/** Lists the dictionaries. `DictDataScreen` lists the entries of one of them. */
export default function DictScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const list = useList(dictCalls.list, ['status']);
  const column = useColumns();
  const columns: ListColumn<DictRow>[] = [
    column.title(),
    column.name(),
    { field: 'entries', title: t('admin.dict.entries'), number: true, cell: (row) => row.entries },
    column.remark(),
    column.status(),
    column.created(),
  ];
  return (
    <RecordScreen
      title={t('admin.dict')}
      list={list}
      calls={dictCalls}
      permissions={dictPermissions}
      columns={columns}
      nameOf={(row) => row.title}
      searchLabel={t('admin.searchNameTitle')}
      filters={<StatusFilter list={list} of={inUse} />}
      addLabel={t('admin.dict.add')}
      more={(dict) => (
        <RowButton
          permission="dict:list"
          icon="list"
          label={t('admin.dict.entriesOf', { name: dict.title })}
          onClick={() => void navigate(`/system/dict_data?dictId=${dict.id}`)}
        />
      )}
      form={(props) => <DictForm {...props} />}
    />
  );
}
