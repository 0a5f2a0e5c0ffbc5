import { useTranslation } from 'react-i18next';
import { useText } from '#renderer/kit/i18n/useText.ts';
import { useWhen } from '#renderer/kit/i18n/useWhen.ts';
import type { Column } from '#renderer/kit/list/ListTable.tsx';
import { useColumns } from '#renderer/kit/list/useColumns.tsx';
import type { UserRow } from '#shared/contract/api/user.ts';

export function useUserColumns(): Column<UserRow>[] {
  const { t } = useTranslation();
  const text = useText();
  const when = useWhen();
  const column = useColumns();
  return [
    {
      field: 'email',
      title: t('account.email'),
      sortable: true,
      cell: (row) => <span className="list__long list__long--address">{row.email}</span>,
    },
    {
      field: 'username',
      title: t('account.profile.username'),
      sortable: true,
      cell: (row) => (
        <span className="list__long list__long--name">
          {row.username}
          {row.phone !== '' && <span className="list__sub muted small">{row.phone}</span>}
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
