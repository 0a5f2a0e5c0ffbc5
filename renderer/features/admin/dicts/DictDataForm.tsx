import { useTranslation } from 'react-i18next';
import { useApiMutation, useRecord } from '#renderer/data/queries/apiQueries.ts';
import { AreaField, TextField } from '#renderer/kit/form/fields.tsx';
import { FormDialog } from '#renderer/kit/list/dialogs.tsx';
import type { RecordFormProps } from '#renderer/kit/list/RecordScreen.tsx';
import { SortField } from '#renderer/kit/list/recordFields.tsx';
import { dictDataCalls } from '#shared/contract/api/dict.ts';

export interface DictDataFormProps extends RecordFormProps {
  /** The dictionary of a new entry. */
  dictId: number | null;
}

const { shape } = dictDataCalls.add.body;
const labels = shape.labels.unwrap().shape;
const fresh = { value: '', ja: '', en: '', zh_CN: '', sort: '0', remark: '' };

export function DictDataForm({ id, dictId, onClose }: DictDataFormProps) {
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
