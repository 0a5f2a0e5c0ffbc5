import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { FilterSelect } from '#renderer/kit/list/filters.tsx';
import type { ListColumn } from '#renderer/kit/list/ListTable.tsx';
import { RecordScreen } from '#renderer/kit/list/RecordScreen.tsx';
import { useColumns } from '#renderer/kit/list/useColumns.tsx';
import { useList } from '#renderer/kit/list/useList.ts';
import { versionCalls, type versionRowSchema } from '#shared/contract/api/version.ts';
import { platforms, usePlatformName } from './usePlatformName.ts';
import { VersionForm } from './VersionForm.tsx';

type VersionRow = z.output<typeof versionRowSchema>;

const permissions = {
  add: 'version:add',
  update: 'version:update',
  status: 'version:update',
  delete: 'version:delete',
} as const;

/** Lists the app's versions by platform. The home page offers the latest published one. */
export default function VersionScreen() {
  const { t } = useTranslation();
  const list = useList(versionCalls.list, ['platform']);
  const column = useColumns();
  const platformName = usePlatformName();
  const columns: ListColumn<VersionRow>[] = [
    {
      field: 'platform',
      title: t('admin.version.platform'),
      sortable: true,
      cell: (row) => platformName(row.platform),
    },
    { field: 'version', title: t('admin.version.number'), sortable: true, cell: (row) => row.version },
    {
      field: 'url',
      title: t('admin.version.url'),
      cell: (row) => <span className="list__long">{row.url || '–'}</span>,
    },
    {
      field: 'notes',
      title: t('admin.version.notes'),
      cell: (row) => <span className="list__long">{row.notes || '–'}</span>,
    },
    { ...column.status(), sortable: false },
    column.published(),
    column.created(),
  ];
  return (
    <RecordScreen
      title={t('admin.version')}
      list={list}
      calls={versionCalls}
      permissions={permissions}
      columns={columns}
      nameOf={(row) => `${platformName(row.platform)} ${row.version}`}
      searchLabel={t('admin.version.searchIn')}
      filters={
        <FilterSelect
          list={list}
          name="platform"
          label={t('admin.version.platform')}
          options={platforms.map((value) => ({ value, label: platformName(value) }))}
        />
      }
      addLabel={t('admin.version.add')}
      form={(props) => <VersionForm {...props} />}
    />
  );
}
