import { useTranslation } from 'react-i18next';
import { AreaField, TextField } from '../form/fields.tsx';

/** The syntax of a name that code refers to. */
export const namePattern = /^[A-Za-z][A-Za-z0-9_:.-]{0,63}$/;

/** The fields of roles and dictionaries: title (shown to people), name (used by code) and remark. */
export function NamedFields({ fixedName = false }: { fixedName?: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <TextField name="title" label={t('admin.title')} required maxLength={80} autoFocus />
      <TextField
        name="name"
        label={t('admin.name')}
        required
        disabled={fixedName}
        help={t('admin.nameHint')}
        validate={(value) => (namePattern.test(value) ? null : t('api.field.name'))}
        maxLength={64}
      />
      <AreaField name="remark" label={t('admin.remark')} rows={3} maxLength={500} />
    </>
  );
}

/** The record's position among its siblings: an integer, lowest first. */
export function SortField() {
  const { t } = useTranslation();
  return (
    <TextField
      name="sort"
      label={t('admin.sort')}
      required
      rule="integer"
      ruleText={{ key: 'api.field.number' }}
      inputMode="numeric"
      maxLength={5}
    />
  );
}
