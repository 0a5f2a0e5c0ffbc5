import { useTranslation } from 'react-i18next';
import type { UserRow } from '#shared/contract/api/user.ts';
import { useWhen } from '../../account/useWhen.ts';
import { useText } from '../../i18n/useText.ts';
import type { Column } from '../list/ListTable.tsx';
import { useColumns } from '../list/useColumns.tsx';

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
