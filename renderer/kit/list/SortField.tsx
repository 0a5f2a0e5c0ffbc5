import { useTranslation } from 'react-i18next';
import { TextControl } from '../form/controls.tsx';
import { FormField } from '../form/FormField.tsx';

/** The place among its neighbours: a whole number, the lowest first. */
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
