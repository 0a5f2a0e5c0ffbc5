import { EmailField, NewPassword } from '#renderer/kit/form/accountFields.tsx';
import { FormGroup } from '#renderer/kit/form/FormGroup.tsx';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { CodeField } from './CodeField.tsx';

export interface CodeFormProps {
  /** What the code is sent for. */
  purpose: 'signup' | 'forgot';
  passwordLabel: string;
  submitLabel: string;
  onSubmit(given: { email: string; code: string; password: string }): Promise<void>;
}

/** A new password for an address that is proved by a code: of a new account, or of one that forgot its own. */
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
