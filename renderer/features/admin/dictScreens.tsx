import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import type { z } from 'zod';
import { useApiMutation, useApiQuery, useRecord } from '#renderer/data/queries/apiQueries.ts';
import { AreaField, TextField } from '#renderer/kit/form/fields.tsx';
import { useColumns } from '#renderer/kit/list/columns.tsx';
import { FormDialog, NamedFields, SortField } from '#renderer/kit/list/dialogs.tsx';
import { FilterSelect, inUse, StatusFilter } from '#renderer/kit/list/filters.tsx';
import { type RecordFormProps, RecordScreen } from '#renderer/kit/list/ListScreen.tsx';
import type { ListColumn } from '#renderer/kit/list/ListTable.tsx';
import { RowButton } from '#renderer/kit/list/listButtons.tsx';
import { useList } from '#renderer/kit/list/useList.ts';
import {
  dictCalls,
  dictDataCalls,
  type dictDataRowSchema,
  type dictRowSchema,
} from '#shared/contract/api/dict.ts';

/** The permissions of dictionaries and of their entries. */
const dictPermissions = {
  add: 'dict:add',
  update: 'dict:update',
  status: 'dict:update',
  delete: 'dict:delete',
} as const;

type DictRow = z.output<typeof dictRowSchema>;

/** Lists the dictionaries. `DictDataScreen` lists the entries of one of them. */
export function DictScreen() {
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

type DictDataRow = z.output<typeof dictDataRowSchema>;

/** Lists the entries of the dictionary that the filter selects, or of all dictionaries. */
export function DictDataScreen() {
  const { t } = useTranslation();
  const list = useList(dictDataCalls.list, ['dictId', 'status']);
  const column = useColumns();
  const dicts = useApiQuery(dictCalls.list, { params: { page: 1, size: 100 }, query: { sort: 'title' } });
  const dictId = Number(list.filter('dictId')) || null;
  const dict = dicts.data?.rows.find((row) => row.id === dictId);
  const columns: ListColumn<DictDataRow>[] = [
    { field: 'value', title: t('admin.dictData.value'), sortable: true, cell: (row) => row.value },
    { field: 'ja', title: t('admin.dictData.ja'), cell: (row) => row.labels.ja || '–' },
    { field: 'en', title: t('admin.dictData.en'), cell: (row) => row.labels.en || '–' },
    { field: 'zh_CN', title: t('admin.dictData.zh_CN'), cell: (row) => row.labels.zh_CN || '–' },
    column.sort(),
    column.status(),
  ];
  return (
    <>
      <p>
        <Link className="link" to="/system/dict">
          {t('admin.dict.back')}
        </Link>
      </p>
      <RecordScreen
        title={dict === undefined ? t('admin.dictData') : t('admin.dict.entriesOf', { name: dict.title })}
        list={list}
        calls={dictDataCalls}
        permissions={dictPermissions}
        columns={columns}
        nameOf={(row) => row.value}
        searchLabel={t('admin.dictData.searchIn')}
        filters={
          <>
            <FilterSelect
              list={list}
              name="dictId"
              label={t('admin.dictData.dict')}
              options={(dicts.data?.rows ?? []).map((row) => ({ value: String(row.id), label: row.title }))}
            />
            <StatusFilter list={list} of={inUse} />
          </>
        }
        addLabel={t('admin.dictData.add')}
        addDisabled={dict === undefined}
        form={(props) => <DictDataForm {...props} dictId={dictId} />}
      />
    </>
  );
}

interface DictDataFormProps extends RecordFormProps {
  /** The dictionary of a new entry. */
  dictId: number | null;
}

const { shape } = dictDataCalls.add.body;
const labels = shape.labels.unwrap().shape;
const fresh = { value: '', ja: '', en: '', zh_CN: '', sort: '0', remark: '' };

function DictDataForm({ id, dictId, onClose }: DictDataFormProps) {
  const { t } = useTranslation();
  const add = useApiMutation(dictDataCalls.add);
  const update = useApiMutation(dictDataCalls.update);
  const { data } = useRecord(dictDataCalls, id);
  const values =
    id === null
      ? fresh
      : data && { ...data.labels, value: data.value, sort: String(data.sort), remark: data.remark };
  return (
    <FormDialog
      title={id === null ? t('admin.dictData.add') : t('admin.dictData.edit')}
      name="dict-data"
      values={values}
      onClose={onClose}
      onSubmit={async ({ value, ja, en, zh_CN, sort, remark }) => {
        const body = { value, labels: { ja, en, zh_CN }, sort: Number(sort), remark };
        if (id !== null) await update.mutateAsync({ body: { id, ...body } });
        else if (dictId !== null) {
          await add.mutateAsync({ body: { dictId, ...body } });
        }
      }}
    >
      <TextField
        name="value"
        label={t('admin.dictData.value')}
        required
        help={t('admin.dictData.valueHint')}
        schema={shape.value}
        autoFocus
      />
      <TextField name="ja" label={t('admin.dictData.ja')} schema={labels.ja} />
      <TextField name="en" label={t('admin.dictData.en')} schema={labels.en} />
      <TextField name="zh_CN" label={t('admin.dictData.zh_CN')} schema={labels.zh_CN} />
      <SortField />
      <AreaField name="remark" label={t('admin.remark')} rows={2} schema={shape.remark} />
    </FormDialog>
  );
}
