import { useTranslation } from 'react-i18next';
import { TextControl } from './controls.tsx';
import { FormField } from './FormField.tsx';

export interface EmailFieldProps {
  autoFocus?: boolean;
  help?: string | undefined;
  /** Whether it is somebody else's, which the browser has nothing to offer for. */
  foreign?: boolean;
}

/** The address of an account. */
export function EmailField({ autoFocus = false, help, foreign = false }: EmailFieldProps) {
  const { t } = useTranslation();
  return (
    <FormField
      name="email"
      label={t('account.email')}
      required
      rule="address"
      ruleText={{ key: 'api.field.email' }}
      help={help}
      validate={(value) => (value.trim().length > 254 ? t('api.field.email') : null)}
    >
      <TextControl
        type="email"
        inputMode="email"
        autoComplete={foreign ? 'off' : 'username'}
        autoFocus={autoFocus}
      />
    </FormField>
  );
}
