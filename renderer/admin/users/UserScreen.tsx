import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { roleCalls } from '#shared/contract/api/role.ts';
import { type UserRow, userCalls } from '#shared/contract/api/user.ts';
import { useWhen } from '../../account/useWhen.ts';
import { useData } from '../../api/useData.ts';
import { useText } from '../../i18n/useText.ts';
import { BatchDelete } from '../list/BatchDelete.tsx';
import { FilterSelect } from '../list/FilterSelect.tsx';
import { ListScreen } from '../list/ListScreen.tsx';
import type { Column } from '../list/ListTable.tsx';
import { RowButton } from '../list/RowButton.tsx';
import { StatusTag } from '../list/StatusTag.tsx';
import { statusOptions } from '../list/statusOptions.ts';
import { ToolButton } from '../list/ToolButton.tsx';
import { useList } from '../list/useList.ts';
import { useRowCalls } from '../list/useRowCalls.ts';
import { ResetPassword } from './ResetPassword.tsx';
import { UserForm } from './UserForm.tsx';
import { UserRoles } from './UserRoles.tsx';

type Open = { kind: 'add' } | { kind: 'edit' | 'roles' | 'reset'; user: UserRow } | null;

/** Accounts: who there is, what each may do, and everything that can be done with them. */
export default function UserScreen() {
  const { t } = useTranslation();
  const list = useList(userCalls.list, ['status', 'role']);
  const calls = useRowCalls(userCalls, list.reload);
  const [open, setOpen] = useState<Open>(null);
  const columns = useColumns();
  const text = useText();
  const roles = useData(roleCalls.all, {}, { quiet: true });
  const close = () => setOpen(null);
  const done = () => {
    close();
    list.reload();
  };
  return (
    <>
      <ListScreen
        title={t('admin.user')}
        list={list}
        columns={columns}
        nameOf={(row) => row.email}
        searchLabel={t('admin.user.searchIn')}
        filters={
          <>
            <FilterSelect list={list} name="status" label={t('admin.status')} options={statusOptions(t)} />
            <FilterSelect
              list={list}
              name="role"
              label={t('admin.role')}
              options={(roles.data ?? []).map((role) => ({
                value: role.name,
                label: text({ key: role.title }),
              }))}
            />
          </>
        }
        tools={
          <ToolButton
            permission="user:add"
            icon="plus"
            label={t('admin.user.add')}
            onClick={() => setOpen({ kind: 'add' })}
          />
        }
        batch={<BatchDelete list={list} calls={calls} permission="user:delete" />}
        actions={(user) => (
          <>
            <RowButton
              permission="user:update"
              icon="pencil"
              label={t('admin.edit')}
              onClick={() => setOpen({ kind: 'edit', user })}
            />
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
            <RowButton
              permission="user:status"
              icon={user.status === 'enabled' ? 'ban' : 'check'}
              label={user.status === 'enabled' ? t('admin.disable') : t('admin.enable')}
              disabled={calls.busy}
              onClick={() => void calls.toggle(user.id)}
            />
            <RowButton
              permission="user:delete"
              icon="trash"
              danger
              label={t('admin.delete')}
              disabled={calls.busy}
              onClick={() => void calls.remove(user.id, user.email)}
            />
          </>
        )}
      />
      {open?.kind === 'add' && <UserForm id={null} onDone={done} onClose={close} />}
      {open?.kind === 'edit' && <UserForm id={open.user.id} onDone={done} onClose={close} />}
      {open?.kind === 'roles' && <UserRoles user={open.user} onDone={done} onClose={close} />}
      {open?.kind === 'reset' && <ResetPassword user={open.user} onClose={close} />}
    </>
  );
}

function useColumns(): Column<UserRow>[] {
  const { t } = useTranslation();
  const text = useText();
  const when = useWhen();
  return [
    { field: 'email', title: t('account.email'), sortable: true, cell: (row) => row.email },
    {
      field: 'username',
      title: t('account.profile.username'),
      sortable: true,
      cell: (row) => (
        <>
          {row.username}
          {row.phone !== '' && <span className="list__sub muted small">{row.phone}</span>}
        </>
      ),
    },
    {
      field: 'roles',
      title: t('account.profile.roles'),
      cell: (row) => row.roles.map((role) => text({ key: role.title })).join(' · ') || '–',
    },
    {
      field: 'status',
      title: t('admin.status'),
      sortable: true,
      cell: (row) => <StatusTag status={row.status} />,
    },
    {
      field: 'lastSigninAt',
      title: t('admin.user.lastSignin'),
      sortable: true,
      cell: (row) => when(row.lastSigninAt),
    },
    { field: 'createdAt', title: t('admin.created'), sortable: true, cell: (row) => when(row.createdAt) },
  ];
}
