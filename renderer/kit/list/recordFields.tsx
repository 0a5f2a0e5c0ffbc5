import { useTranslation } from 'react-i18next';
import { AreaControl, TextControl } from '../form/controls.tsx';
import { FormField } from '../form/FormField.tsx';

/** The syntax of a name that code refers to. */
export const namePattern = /^[A-Za-z][A-Za-z0-9_:.-]{0,63}$/;

/** The fields of roles and dictionaries: title (shown to people), name (used by code) and remark. */
export function NamedFields({ fixedName = false }: { fixedName?: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <FormField name="title" label={t('admin.title')} required>
        <TextControl maxLength={80} autoFocus />
      </FormField>
      <FormField
        name="name"
        label={t('admin.name')}
        required
        disabled={fixedName}
        help={t('admin.nameHint')}
        validate={(value) => (namePattern.test(value) ? null : t('api.field.name'))}
      >
        <TextControl maxLength={64} />
      </FormField>
      <FormField name="remark" label={t('admin.remark')}>
        <AreaControl rows={3} maxLength={500} />
      </FormField>
    </>
  );
}

/** The record's position among its siblings: an integer, lowest first. */
export function SortField() {
  const { t } = useTranslation();
  return (
    <FormField
      name="sort"
      label={t('admin.sort')}
      required
      rule="integer"
      ruleText={{ key: 'api.field.number' }}
    >
      <TextControl inputMode="numeric" maxLength={5} />
    </FormField>
  );
}
