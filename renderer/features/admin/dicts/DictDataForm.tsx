import { useTranslation } from 'react-i18next';
import { useData } from '#renderer/data/api/useData.ts';
import { usePage } from '#renderer/data/hooks.ts';
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

export function DictDataForm({ id, dictId, onDone, onClose }: DictDataFormProps) {
  const { t } = useTranslation();
  const { api } = usePage();
  const { data } = useData(dictDataCalls.echo, id === null ? null : { params: { id } });
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
        if (id !== null) await api.call(dictDataCalls.update, { body: { id, ...body } }, { announce: true });
        else if (dictId !== null) {
          await api.call(dictDataCalls.add, { body: { dictId, ...body } }, { announce: true });
        }
        onDone();
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
