import { useTranslation } from 'react-i18next';
import { TextControl } from '../../form/controls.tsx';
import { FormField } from '../../form/FormField.tsx';

/** The address of an account. */
export function EmailField({ autoFocus = false }: { autoFocus?: boolean }) {
  const { t } = useTranslation();
  return (
    <FormField
      name="email"
      label={t('account.email')}
      required
      rule="address"
      ruleText={{ key: 'api.field.email' }}
      validate={(value) => (value.trim().length > 254 ? t('api.field.email') : null)}
    >
      <TextControl type="email" inputMode="email" autoComplete="username" autoFocus={autoFocus} />
    </FormField>
  );
}
