import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { roleCalls, type roleRowSchema } from '#shared/contract/api/role.ts';
import { useWhen } from '../../account/useWhen.ts';
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
import { RoleForm } from './RoleForm.tsx';
import { RoleMenus } from './RoleMenus.tsx';

export type RoleRow = z.output<typeof roleRowSchema>;
type Open = { kind: 'add' } | { kind: 'edit' | 'menus'; role: RoleRow } | null;

/** Roles, and what each of them may see and do. */
export default function RoleScreen() {
  const { t } = useTranslation();
  const text = useText();
  const list = useList(roleCalls.list, ['status']);
  const calls = useRowCalls(roleCalls, list.reload);
  const [open, setOpen] = useState<Open>(null);
  const columns = useColumns();
  const close = () => setOpen(null);
  const done = () => {
    close();
    list.reload();
  };
  return (
    <>
      <ListScreen
        title={t('admin.role')}
        list={list}
        columns={columns}
        nameOf={(row) => text({ key: row.title })}
        searchLabel={t('admin.searchNameTitle')}
        filters={
          <FilterSelect list={list} name="status" label={t('admin.status')} options={statusOptions(t)} />
        }
        tools={
          <ToolButton
            permission="role:add"
            icon="plus"
            label={t('admin.role.add')}
            onClick={() => setOpen({ kind: 'add' })}
          />
        }
        batch={<BatchDelete list={list} calls={calls} permission="role:delete" />}
        actions={(role) => (
          <>
            <RowButton
              permission="role:update"
              icon="pencil"
              label={t('admin.edit')}
              onClick={() => setOpen({ kind: 'edit', role })}
            />
            <RowButton
              permission="role:menus"
              icon="sitemap"
              label={t('admin.role.menus')}
              onClick={() => setOpen({ kind: 'menus', role })}
            />
            <RowButton
              permission="role:status"
              icon={role.status === 'enabled' ? 'ban' : 'check'}
              label={role.status === 'enabled' ? t('admin.disable') : t('admin.enable')}
              disabled={calls.busy || role.name === 'administrator'}
              onClick={() => void calls.toggle(role.id)}
            />
            <RowButton
              permission="role:delete"
              icon="trash"
              danger
              label={t('admin.delete')}
              disabled={calls.busy || role.builtIn}
              onClick={() => void calls.remove(role.id, text({ key: role.title }))}
            />
          </>
        )}
      />
      {open?.kind === 'add' && <RoleForm id={null} onDone={done} onClose={close} />}
      {open?.kind === 'edit' && <RoleForm id={open.role.id} onDone={done} onClose={close} />}
      {open?.kind === 'menus' && <RoleMenus role={open.role} onDone={done} onClose={close} />}
    </>
  );
}

function useColumns(): Column<RoleRow>[] {
  const { t } = useTranslation();
  const text = useText();
  const when = useWhen();
  return [
    { field: 'title', title: t('admin.title'), sortable: true, cell: (row) => text({ key: row.title }) },
    { field: 'name', title: t('admin.name'), sortable: true, cell: (row) => row.name },
    {
      field: 'remark',
      title: t('admin.remark'),
      cell: (row) => <span className="list__long">{row.remark || '–'}</span>,
    },
    { field: 'users', title: t('admin.role.users'), number: true, cell: (row) => row.users },
    {
      field: 'status',
      title: t('admin.status'),
      sortable: true,
      cell: (row) => <StatusTag status={row.status} />,
    },
    { field: 'createdAt', title: t('admin.created'), sortable: true, cell: (row) => when(row.createdAt) },
  ];
}
