import { useTranslation } from 'react-i18next';
import { PasswordControl } from './controls.tsx';
import { FormField } from './FormField.tsx';
import { StrengthMeter } from './StrengthMeter.tsx';

/** A new password with its meter, and the same once more. */
export function NewPassword({ label }: { label: string }) {
  const { t } = useTranslation();
  return (
    <>
      <FormField
        name="password"
        label={label}
        required
        equal
        rule="newPassword"
        ruleText={{ key: 'api.field.password' }}
        help={t('api.field.password')}
      >
        <PasswordControl autoComplete="new-password" />
      </FormField>
      <StrengthMeter of="password" />
      <FormField name="repeat" label={t('account.password.repeat')} required equal>
        <PasswordControl autoComplete="new-password" />
      </FormField>
    </>
  );
}
