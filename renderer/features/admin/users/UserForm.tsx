import { useTranslation } from 'react-i18next';
import { useApiMutation, useRecord } from '#renderer/data/queries/apiQueries.ts';
import { EmailField, NewPassword } from '#renderer/kit/form/accountFields.tsx';
import { TextField } from '#renderer/kit/form/fields.tsx';
import { PhoneField } from '#renderer/kit/form/PhoneField.tsx';
import { FormDialog } from '#renderer/kit/list/dialogs.tsx';
import type { RecordFormProps } from '#renderer/kit/list/RecordScreen.tsx';
import { usernameSchema } from '#shared/contract/api/fields.ts';
import { userCalls } from '#shared/contract/api/user.ts';

/** Adds or changes an account. Loads the account again, because the list may be outdated. */
export function UserForm({ id, onClose }: RecordFormProps) {
  const { t } = useTranslation();
  const add = useApiMutation(userCalls.add);
  const update = useApiMutation(userCalls.update);
  const { data } = useRecord(userCalls, id);
  const fresh = { email: '', username: '', phone: '', password: '', repeat: '' };
  const values = id === null ? fresh : data && { ...fresh, ...pick(data) };
  return (
    <FormDialog
      title={id === null ? t('admin.user.add') : t('admin.user.edit')}
      name="user"
      values={values}
      onClose={onClose}
      onSubmit={async ({ email, username, phone, password }) => {
        if (id === null) {
          const name = username.trim();
          const body = { email: email.trim(), password, phone, ...(name === '' ? {} : { username: name }) };
          await add.mutateAsync({ body });
        } else {
          const body = { userId: id, email: email.trim(), username, phone };
          await update.mutateAsync({ body });
        }
      }}
    >
      <EmailField foreign autoFocus help={id === null ? undefined : t('admin.user.emailHint')} />
      <TextField
        name="username"
        label={t('account.profile.username')}
        required={id !== null}
        help={id === null ? t('admin.user.nameHint') : undefined}
        schema={usernameSchema}
      />
      <PhoneField foreign />
      {id === null && <NewPassword label={t('account.password')} />}
    </FormDialog>
  );
}

const pick = ({ email, username, phone }: { email: string; username: string; phone: string }) => ({
  email,
  username,
  phone,
});
