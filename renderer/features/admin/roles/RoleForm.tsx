import { useTranslation } from 'react-i18next';
import { useData } from '#renderer/data/api/useData.ts';
import { usePage } from '#renderer/data/hooks.ts';
import { useText } from '#renderer/kit/i18n/useText.ts';
import { FormDialog } from '#renderer/kit/list/dialogs.tsx';
import type { RecordFormProps } from '#renderer/kit/list/RecordScreen.tsx';
import { NamedFields } from '#renderer/kit/list/recordFields.tsx';
import { roleCalls } from '#shared/contract/api/role.ts';

export function RoleForm({ id, onDone, onClose }: RecordFormProps) {
  const { t } = useTranslation();
  const text = useText();
  const { api } = usePage();
  const { data } = useData(roleCalls.echo, id === null ? null : { params: { id } });
  const shownTitle = data === null ? '' : text({ key: data.title });
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
          await api.call(roleCalls.add, { body: { name, title, remark } }, { announce: true });
        } else {
          // A title that was not touched stays translated.
          const change = title === shownTitle ? {} : { title };
          await api.call(roleCalls.update, { body: { id, name, remark, ...change } }, { announce: true });
        }
        onDone();
      }}
    >
      <NamedFields fixedName={data?.builtIn === true} />
    </FormDialog>
  );
}
