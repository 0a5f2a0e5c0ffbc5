import { useTranslation } from 'react-i18next';
import { PasswordField } from '#renderer/kit/form/fields.tsx';

export interface PresentPasswordProps {
  name?: 'password' | 'oldPassword';
  label?: string;
}

/** The current password. Not validated: the rules may have changed since it was set. */
export function PresentPassword({ name = 'password', label }: PresentPasswordProps) {
  const { t } = useTranslation();
  return (
    <PasswordField
      name={name}
      label={label ?? t('account.password')}
      required
      autoComplete="current-password"
    />
  );
}
