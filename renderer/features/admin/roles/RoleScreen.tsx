import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation, useRecord } from '#renderer/data/queries/apiQueries.ts';
import { useText } from '#renderer/kit/i18n/useText.ts';
import { useColumns } from '#renderer/kit/list/columns.tsx';
import { FormDialog, NamedFields } from '#renderer/kit/list/dialogs.tsx';
import { inUse, StatusFilter } from '#renderer/kit/list/filters.tsx';
import { type RecordFormProps, RecordScreen } from '#renderer/kit/list/ListScreen.tsx';
import type { ListColumn } from '#renderer/kit/list/ListTable.tsx';
import { RowButton } from '#renderer/kit/list/listButtons.tsx';
import { useList } from '#renderer/kit/list/useList.ts';
import { roleCalls } from '#shared/contract/api/role.ts';
import { RoleMenus, type RoleRow } from './RoleMenus.tsx';

const permissions = {
  add: 'role:add',
  update: 'role:update',
  status: 'role:status',
  delete: 'role:delete',
} as const;

/** Lists the roles, with forms for their names and permissions. */
export default function RoleScreen() {
  const { t } = useTranslation();
  const text = useText();
  const list = useList(roleCalls.list, ['status']);
  const column = useColumns();
  const [choosing, setChoosing] = useState<RoleRow | null>(null);
  const columns: ListColumn<RoleRow>[] = [
    column.title(),
    column.name(),
    column.remark(),
    { field: 'users', title: t('admin.role.users'), number: true, cell: (row) => row.users },
    column.status(),
    column.created(),
  ];
  return (
    <>
      <RecordScreen
        title={t('admin.role')}
        list={list}
        calls={roleCalls}
        permissions={permissions}
        columns={columns}
        nameOf={(row) => text({ key: row.title })}
        searchLabel={t('admin.searchNameTitle')}
        filters={<StatusFilter list={list} of={inUse} />}
        addLabel={t('admin.role.add')}
        more={(role) => (
          <RowButton
            permission="role:menus"
            icon="sitemap"
            label={t('admin.role.menus')}
            onClick={() => setChoosing(role)}
          />
        )}
        alwaysOn={(role) => role.name === 'administrator'}
        kept={(role) => role.builtIn}
        form={(props) => <RoleForm {...props} />}
      />
      {choosing !== null && <RoleMenus role={choosing} onClose={() => setChoosing(null)} />}
    </>
  );
}

function RoleForm({ id, onClose }: RecordFormProps) {
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
