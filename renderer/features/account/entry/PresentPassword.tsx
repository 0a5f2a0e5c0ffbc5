import { useTranslation } from 'react-i18next';
import { PasswordControl } from '#renderer/kit/form/controls.tsx';
import { FormField } from '#renderer/kit/form/FormField.tsx';

export interface PresentPasswordProps {
  name?: 'password' | 'oldPassword';
  label?: string;
}

/** The password that the account has now, whatever rule it was made by. */
export function PresentPassword({ name = 'password', label }: PresentPasswordProps) {
  const { t } = useTranslation();
  return (
    <FormField name={name} label={label ?? t('account.password')} required>
      <PasswordControl autoComplete="current-password" />
    </FormField>
  );
}
