import { useTranslation } from 'react-i18next';
import { useApiMutation, useRecord } from '#renderer/data/queries/apiQueries.ts';
import { AreaField, SelectField, TextField } from '#renderer/kit/form/fields.tsx';
import { FormDialog } from '#renderer/kit/list/dialogs.tsx';
import type { RecordFormProps } from '#renderer/kit/list/RecordScreen.tsx';
import { versionCalls } from '#shared/contract/api/version.ts';
import { platforms, usePlatformName } from './usePlatformName.ts';

const { shape } = versionCalls.add.body;

/** The form of a version. A version is a draft until the list publishes it. */
export function VersionForm({ id, onClose }: RecordFormProps) {
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
