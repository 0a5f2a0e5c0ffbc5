import { useTranslation } from 'react-i18next';
import { useApiMutation, useRecord } from '#renderer/data/queries/apiQueries.ts';
import { useText } from '#renderer/kit/i18n/useText.ts';
import { FormDialog } from '#renderer/kit/list/dialogs.tsx';
import type { RecordFormProps } from '#renderer/kit/list/RecordScreen.tsx';
import { NamedFields } from '#renderer/kit/list/recordFields.tsx';
import { roleCalls } from '#shared/contract/api/role.ts';

export function RoleForm({ id, onClose }: RecordFormProps) {
  const { t } = useTranslation();
  const text = useText();
  const add = useApiMutation(roleCalls.add);
  const update = useApiMutation(roleCalls.update);
  const { data } = useRecord(roleCalls, id);
  const shownTitle = data === undefined ? '' : text({ key: data.title });
  const values =
    id === null
      ? { name: '', title: '', remark: '' }
      : data && { name: data.name, title: shownTitle, remark: data.remark };
  return (
    <FormDialog
      title={id === null ? t('admin.role.add') : t('admin.role.edit')}
      name="role"
      values={values}
      onClose={onClose}
      onSubmit={async ({ name, title, remark }) => {
        if (id === null) {
          await add.mutateAsync({ body: { name, title, remark } });
        } else {
          // Omit an unchanged title: the server would store the shown translation instead of the translation key.
          const change = title === shownTitle ? {} : { title };
          await update.mutateAsync({ body: { id, name, remark, ...change } });
        }
      }}
    >
      <NamedFields fixedName={data?.builtIn === true} />
    </FormDialog>
  );
}
