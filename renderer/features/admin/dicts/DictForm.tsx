import { useTranslation } from 'react-i18next';
import { useApiMutation, useRecord } from '#renderer/data/queries/apiQueries.ts';
import { FormDialog } from '#renderer/kit/list/dialogs.tsx';
import type { RecordFormProps } from '#renderer/kit/list/RecordScreen.tsx';
import { NamedFields } from '#renderer/kit/list/recordFields.tsx';
import { dictCalls } from '#shared/contract/api/dict.ts';

export function DictForm({ id, onClose }: RecordFormProps) {
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
