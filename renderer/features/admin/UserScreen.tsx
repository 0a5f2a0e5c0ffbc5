import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePage } from '#renderer/data/hooks.ts';
import { useApiMutation, useApiQuery, useRecord } from '#renderer/data/queries/apiQueries.ts';
import { EmailField, NewPassword } from '#renderer/kit/form/accountFields.tsx';
import { TextField } from '#renderer/kit/form/fields.tsx';
import { PhoneField } from '#renderer/kit/form/PhoneField.tsx';
import { useWhen } from '#renderer/kit/i18n/useFormat.ts';
import { useText } from '#renderer/kit/i18n/useText.ts';
import { useColumns } from '#renderer/kit/list/columns.tsx';
import { FormDialog, SaveDialog } from '#renderer/kit/list/dialogs.tsx';
import { FilterSelect, inUse, StatusFilter } from '#renderer/kit/list/filters.tsx';
import listStyles from '#renderer/kit/list/List.module.css';
import { type RecordFormProps, RecordScreen } from '#renderer/kit/list/ListScreen.tsx';
import type { ListColumn } from '#renderer/kit/list/ListTable.tsx';
import { RowButton } from '#renderer/kit/list/listButtons.tsx';
import { useList } from '#renderer/kit/list/useList.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { CheckLine } from '#renderer/kit/ui/Checkbox.tsx';
import { Modal } from '#renderer/kit/ui/Modal.tsx';
import { usernameSchema } from '#shared/contract/api/fields.ts';
import { roleCalls } from '#shared/contract/api/role.ts';
import { type UserRow, userCalls } from '#shared/contract/api/user.ts';
import styles from './admin.module.css';

const permissions = {
  add: 'user:add',
  update: 'user:update',
  status: 'user:status',
  delete: 'user:delete',
} as const;

type Open = { kind: 'roles' | 'reset'; user: UserRow } | null;

/** Lists the accounts, with forms for their data, roles and passwords. */
export default function UserScreen() {
  const { t } = useTranslation();
  const text = useText();
  const list = useList(userCalls.list, ['status', 'role']);
  const columns = useUserColumns();
  const roles = useApiQuery(roleCalls.all, {}, { quiet: true });
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <>
      <RecordScreen
        title={t('admin.user')}
        list={list}
        calls={userCalls}
        permissions={permissions}
        columns={columns}
        nameOf={(row) => row.email}
        searchLabel={t('admin.user.searchIn')}
        filters={
          <>
            <StatusFilter list={list} of={inUse} />
            <FilterSelect
              list={list}
              name="role"
              label={t('admin.user.roles')}
              options={(roles.data ?? []).map((role) => ({
                value: role.name,
                label: text({ key: role.title }),
              }))}
            />
          </>
        }
        addLabel={t('admin.user.add')}
        more={(user) => (
          <>
            <RowButton
              permission="user:roles"
              icon="id-card"
              label={t('admin.user.roles')}
              onClick={() => setOpen({ kind: 'roles', user })}
            />
            <RowButton
              permission="user:reset"
              icon="key"
              label={t('admin.user.reset')}
              onClick={() => setOpen({ kind: 'reset', user })}
            />
          </>
        )}
        form={(props) => <UserForm {...props} />}
      />
      {open?.kind === 'roles' && <UserRoles user={open.user} onClose={close} />}
      {open?.kind === 'reset' && <ResetPassword user={open.user} onClose={close} />}
    </>
  );
}

function useUserColumns(): ListColumn<UserRow>[] {
  const { t } = useTranslation();
  const text = useText();
  const when = useWhen();
  const column = useColumns();
  return [
    {
      field: 'email',
      title: t('account.email'),
      sortable: true,
      cell: (row) => <span className={`${listStyles.long} ${listStyles.address}`}>{row.email}</span>,
    },
    {
      field: 'username',
      title: t('account.profile.username'),
      sortable: true,
      cell: (row) => (
        <span className={`${listStyles.long} ${listStyles.name}`}>
          {row.username}
          {row.phone !== '' && <span className={`${listStyles.sub} muted small`}>{row.phone}</span>}
        </span>
      ),
    },
    {
      field: 'roles',
      title: t('account.profile.roles'),
      cell: (row) => row.roles.map((role) => text({ key: role.title })).join(' · ') || '–',
    },
    column.status(),
    {
      field: 'lastSigninAt',
      title: t('admin.user.lastSignin'),
      sortable: true,
      cell: (row) => when(row.lastSigninAt),
    },
    column.created(),
  ];
}

/** Adds or changes an account. Loads the account again, because the list may be outdated. */
function UserForm({ id, onClose }: RecordFormProps) {
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

/** A dialog with a checkbox for each role of an account. */
export function UserRoles({ user, onClose }: { user: UserRow; onClose(): void }) {
  const { t } = useTranslation();
  const text = useText();
  const params = { id: user.id };
  const { data: roles = [] } = useApiQuery(roleCalls.all, {});
  const { data: held } = useApiQuery(userCalls.roles, { params }, { edited: true });
  const save = useApiMutation(userCalls.saveRoles);
  const [chosen, setChosen] = useState<readonly number[] | null>(null);
  useEffect(() => {
    if (held !== undefined) setChosen(held);
  }, [held]);
  return (
    <SaveDialog
      title={t('admin.user.rolesOf', { name: user.email })}
      ready={chosen !== null}
      save={() => save.mutateAsync({ params, body: { roleIds: [...(chosen ?? [])] } })}
      onClose={onClose}
    >
      <div className={styles.checks}>
        {roles.map((role) => (
          <CheckLine
            key={role.id}
            disabled={chosen === null}
            checked={chosen?.includes(role.id) ?? false}
            onChange={(on) => {
              const others = (chosen ?? []).filter((id) => id !== role.id);
              setChosen(on ? [...others, role.id] : others);
            }}
          >
            {text({ key: role.title })} <span className="muted small">{role.name}</span>
          </CheckLine>
        ))}
      </div>
    </SaveDialog>
  );
}

/** Sets a new password for an account. The administrator types it, or the server generates it and shows it once. */
export function ResetPassword({ user, onClose }: { user: UserRow; onClose(): void }) {
  const { t } = useTranslation();
  const { api, toasts } = usePage();
  const title = t('admin.user.resetOf', { name: user.email });
  const generate = useMutation({
    mutationFn: () => api.call(userCalls.resetPassword, { body: { userId: user.id } }),
  });
  const generated = generate.data?.password ?? null;
  const copy = async (password: string) => {
    await navigator.clipboard.writeText(password);
    toasts.getState().add({ severity: 'success', summary: { key: 'web.copied' } });
  };
  if (generated !== null) {
    return (
      <Modal title={title} onClose={onClose} footer={<Button label={t('action.close')} onClick={onClose} />}>
        <div className="stack">
          <p>{t('admin.user.resetMade')}</p>
          <p className="row">
            <code className={`${styles.secret} spread`}>{generated}</code>
            {window.isSecureContext && (
              <Button
                look="outlined"
                icon="copy"
                ariaLabel={t('admin.copy')}
                onClick={() => void copy(generated)}
              />
            )}
          </p>
        </div>
      </Modal>
    );
  }
  return (
    <FormDialog
      title={title}
      name="reset"
      values={{ password: '', repeat: '' }}
      submitLabel={t('account.password.set')}
      onClose={onClose}
      onSubmit={async ({ password }) => {
        const body = { userId: user.id, password };
        await api.call(userCalls.resetPassword, { body }, { announce: true });
      }}
    >
      <p className="muted">{t('admin.user.resetText')}</p>
      <p>
        <Button
          look="outlined"
          icon="bolt"
          label={t('admin.user.resetMake')}
          busy={generate.isPending}
          onClick={() => generate.mutate()}
        />
      </p>
      <NewPassword label={t('account.password.new')} />
    </FormDialog>
  );
}
