import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { emailSchema, passwordSchema } from '#shared/contract/api/fields.ts';
import { passwordStrength } from '#shared/contract/patterns.ts';
import styles from './accountFields.module.css';
import { useGroup } from './FormGroup.tsx';
import { PasswordField, TextField } from './fields.tsx';

export interface EmailFieldProps {
  autoFocus?: boolean;
  help?: string;
  /** Turns autocomplete off because the address is another person's. */
  foreign?: boolean;
}

/** The email address of an account. */
export function EmailField({ autoFocus = false, help, foreign = false }: EmailFieldProps) {
  const { t } = useTranslation();
  return (
    <TextField
      name="email"
      label={t('account.email')}
      required
      schema={emailSchema}
      help={help}
      type="email"
      inputMode="email"
      autoComplete={foreign ? 'off' : 'username'}
      autoFocus={autoFocus}
    />
  );
}

/** A new password with its strength meter, and the field that repeats it. */
export function NewPassword({ label }: { label: string }) {
  const { t } = useTranslation();
  return (
    <>
      <PasswordField
        name="password"
        label={label}
        required
        equal
        schema={passwordSchema}
        help={t('api.field.password')}
        autoComplete="new-password"
      />
      <StrengthMeter of="password" />
      <PasswordField
        name="repeat"
        label={t('account.password.repeat')}
        required
        equal
        autoComplete="new-password"
      />
    </>
  );
}

const bars = ['weak', 'medium', 'strong'] as const;

/** Shows the strength of a password field's value as up to three bars and a word. */
function StrengthMeter({ of: name }: { of: string }) {
  const { t } = useTranslation();
  const { methods } = useGroup();
  const value = String(useWatch({ control: methods.control, name }) ?? '');
  const strength = value === '' ? null : passwordStrength(value);
  const lit = strength === null ? 0 : bars.indexOf(strength) + 1;
  return (
    <span
      className={strength === null ? styles.meter : `${styles.meter} ${styles[strength]}`}
      aria-live="polite"
    >
      {bars.map((bar, index) => (
        <span key={bar} className={index < lit ? `${styles.bar} ${styles.lit}` : styles.bar} />
      ))}
      <span className={styles.word}>{strength !== null && t(`account.strength.${strength}`)}</span>
    </span>
  );
}

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
