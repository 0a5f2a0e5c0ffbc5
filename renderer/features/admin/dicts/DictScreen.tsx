import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { z } from 'zod';
import { useApiMutation, useRecord } from '#renderer/data/queries/apiQueries.ts';
import { FormDialog } from '#renderer/kit/list/dialogs.tsx';
import { inUse, StatusFilter } from '#renderer/kit/list/filters.tsx';
import type { ListColumn } from '#renderer/kit/list/ListTable.tsx';
import { RowButton } from '#renderer/kit/list/listButtons.tsx';
import { type RecordFormProps, RecordScreen } from '#renderer/kit/list/RecordScreen.tsx';
import { NamedFields } from '#renderer/kit/list/recordFields.tsx';
import { useColumns } from '#renderer/kit/list/useColumns.tsx';
import { useList } from '#renderer/kit/list/useList.ts';
import { dictCalls, type dictRowSchema } from '#shared/contract/api/dict.ts';

/** The permissions of dictionaries and of their entries. */
export const dictPermissions = {
  add: 'dict:add',
  update: 'dict:update',
  status: 'dict:update',
  delete: 'dict:delete',
} as const;

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

function DictForm({ id, onClose }: RecordFormProps) {
  const { t } = useTranslation();
  const add = useApiMutation(dictCalls.add);
  const update = useApiMutation(dictCalls.update);
  const { data } = useRecord(dictCalls, id);
  const values =
    id === null
      ? { name: '', title: '', remark: '' }
      : data && { name: data.name, title: data.title, remark: data.remark };
  return (
    <FormDialog
      title={id === null ? t('admin.dict.add') : t('admin.dict.edit')}
      name="dict"
      values={values}
      onClose={onClose}
      onSubmit={async ({ name, title, remark }) => {
        const body = { name, title, remark };
        if (id === null) await add.mutateAsync({ body });
        else await update.mutateAsync({ body: { id, ...body } });
      }}
    >
      <NamedFields />
    </FormDialog>
  );
}
