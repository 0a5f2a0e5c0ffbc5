import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { systemNames } from '#renderer/data/platform/host.ts';
import { useApiMutation, useRecord } from '#renderer/data/queries/apiQueries.ts';
import { AreaField, SelectField, TextField } from '#renderer/kit/form/fields.tsx';
import { useColumns } from '#renderer/kit/list/columns.tsx';
import { FormDialog } from '#renderer/kit/list/dialogs.tsx';
import { FilterSelect } from '#renderer/kit/list/filters.tsx';
import styles from '#renderer/kit/list/List.module.css';
import { type RecordFormProps, RecordScreen } from '#renderer/kit/list/ListScreen.tsx';
import type { ListColumn } from '#renderer/kit/list/ListTable.tsx';
import { useList } from '#renderer/kit/list/useList.ts';
import { versionCalls, type versionRowSchema } from '#shared/contract/api/version.ts';

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
      cell: (row) => <span className={styles.long}>{row.url || '–'}</span>,
    },
    {
      field: 'notes',
      title: t('admin.version.notes'),
      cell: (row) => <span className={styles.long}>{row.notes || '–'}</span>,
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

const { shape } = versionCalls.add.body;

/** The form of a version. A version is a draft until the list publishes it. */
function VersionForm({ id, onClose }: RecordFormProps) {
  const { t } = useTranslation();
  const add = useApiMutation(versionCalls.add);
  const update = useApiMutation(versionCalls.update);
  const platformName = usePlatformName();
  const { data } = useRecord(versionCalls, id);
  const fresh = { platform: 'windows', version: '', url: '', notes: '' };
  const values =
    id === null
      ? fresh
      : data && { platform: data.platform, version: data.version, url: data.url, notes: data.notes };
  return (
    <FormDialog
      title={id === null ? t('admin.version.add') : t('admin.version.edit')}
      name="version"
      values={values}
      onClose={onClose}
      onSubmit={async ({ platform: chosen, version, url, notes }) => {
        const platform = platforms.find((each) => each === chosen) ?? 'windows';
        const given = { platform, version, url, notes };
        if (id === null) await add.mutateAsync({ body: given });
        else await update.mutateAsync({ body: { id, ...given } });
      }}
    >
      <SelectField
        name="platform"
        label={t('admin.version.platform')}
        kind="select"
        required
        options={platforms.map((value) => ({ value, label: platformName(value) }))}
      />
      <TextField
        name="version"
        label={t('admin.version.number')}
        required
        schema={shape.version}
        placeholder="1.2.3"
        autoFocus
      />
      <TextField
        name="url"
        label={t('admin.version.url')}
        help={t('admin.version.urlHint')}
        schema={shape.url}
      />
      <AreaField
        name="notes"
        label={t('admin.version.notes')}
        help={t('admin.version.draftHint')}
        rows={5}
        schema={shape.notes}
      />
    </FormDialog>
  );
}

const platforms = ['windows', 'mac', 'linux', 'web'] as const;
type AppPlatform = (typeof platforms)[number];

/** Returns a function that names the platform of a version. */
function usePlatformName(): (platform: AppPlatform) => string {
  const { t } = useTranslation();
  return (platform) => (platform === 'web' ? t('admin.version.web') : systemNames[platform]);
}
