import { useTranslation } from 'react-i18next';
import { useData } from '#renderer/data/api/useData.ts';
import { usePage } from '#renderer/data/hooks.ts';
import { FormDialog } from '#renderer/kit/list/dialogs.tsx';
import type { RecordFormProps } from '#renderer/kit/list/RecordScreen.tsx';
import { NamedFields } from '#renderer/kit/list/recordFields.tsx';
import { dictCalls } from '#shared/contract/api/dict.ts';

export function DictForm({ id, onDone, onClose }: RecordFormProps) {
  const { t } = useTranslation();
  const { api } = usePage();
  const { data } = useData(dictCalls.echo, id === null ? null : { params: { id } });
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
        if (id === null) await api.call(dictCalls.add, { body }, { announce: true });
        else await api.call(dictCalls.update, { body: { id, ...body } }, { announce: true });
        onDone();
      }}
    >
      <NamedFields />
    </FormDialog>
  );
}
