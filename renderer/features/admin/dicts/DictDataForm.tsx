import { useTranslation } from 'react-i18next';
import { useApiMutation, useRecord } from '#renderer/data/queries/apiQueries.ts';
import { AreaControl, TextControl } from '#renderer/kit/form/controls.tsx';
import { FormField } from '#renderer/kit/form/FormField.tsx';
import { FormDialog } from '#renderer/kit/list/dialogs.tsx';
import type { RecordFormProps } from '#renderer/kit/list/RecordScreen.tsx';
import { SortField } from '#renderer/kit/list/recordFields.tsx';
import { dictDataCalls } from '#shared/contract/api/dict.ts';

export interface DictDataFormProps extends RecordFormProps {
  /** The dictionary that a new entry goes into. */
  dictId: number | null;
}

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
      <FormField name="value" label={t('admin.dictData.value')} required help={t('admin.dictData.valueHint')}>
        <TextControl maxLength={200} autoFocus />
      </FormField>
      <FormField name="ja" label={t('admin.dictData.ja')}>
        <TextControl maxLength={200} />
      </FormField>
      <FormField name="en" label={t('admin.dictData.en')}>
        <TextControl maxLength={200} />
      </FormField>
      <FormField name="zh_CN" label={t('admin.dictData.zh_CN')}>
        <TextControl maxLength={200} />
      </FormField>
      <SortField />
      <FormField name="remark" label={t('admin.remark')}>
        <AreaControl rows={2} maxLength={500} />
      </FormField>
    </FormDialog>
  );
}
