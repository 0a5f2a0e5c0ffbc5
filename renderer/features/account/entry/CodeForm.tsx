import { EmailField, NewPassword } from '#renderer/kit/form/accountFields.tsx';
import { FormGroup } from '#renderer/kit/form/FormGroup.tsx';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { CodeField } from './CodeField.tsx';

export interface CodeFormProps {
  /** What the verification code is for. */
  purpose: 'signup' | 'forgot';
  passwordLabel: string;
  submitLabel: string;
  onSubmit(given: { email: string; code: string; password: string }): Promise<void>;
}

/** Sets a password after a verification code has proved the address: of a new account, or after a forgotten one. */
export function CodeForm({ purpose, passwordLabel, submitLabel, onSubmit }: CodeFormProps) {
  return (
    <FormGroup
      name={purpose}
      values={{ email: '', code: '', password: '', repeat: '' }}
      onSubmit={({ email, code, password }) => onSubmit({ email: email.trim(), code, password })}
    >
      <EmailField autoFocus />
      <CodeField purpose={purpose} />
      <NewPassword label={passwordLabel} />
      <Button type="submit" label={submitLabel} />
    </FormGroup>
  );
}
