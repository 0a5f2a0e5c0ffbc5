import { InputText } from 'primereact/inputtext';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/kit/ui/Button.tsx';

export interface AddressFieldProps {
  label: string;
  placeholder: string;
  /** What is set now, empty for nothing. */
  value: string;
  /** Whether an address may be set. */
  fits(address: string): boolean;
  /** What is wrong with one that may not. */
  problem: string;
  onSave(address: string): Promise<void>;
}

/** A web address that is set by Save or Enter; one without a scheme is meant as https. */
export function AddressField({ label, placeholder, value, fits, problem, onSave }: AddressFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const shown = draft ?? value;
  const address = withScheme(shown.trim());
  const broken = draft !== null && !fits(address);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (draft === null || broken) return;
    setBusy(true);
    await onSave(address);
    setBusy(false);
    // What was typed meanwhile is kept: it is another address.
    setDraft((now) => (now === draft ? null : now));
  };
  return (
    <form className="setting__address" onSubmit={save} noValidate>
      <InputText
        id={id}
        aria-label={label}
        aria-invalid={broken}
        aria-describedby={broken ? `${id}problem` : undefined}
        value={shown}
        invalid={broken}
        placeholder={placeholder}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => setDraft(event.target.value)}
      />
      {draft !== null && (
        <Button type="submit" label={t('action.save')} icon="check" busy={busy} disabled={broken} />
      )}
      {broken && (
        <span id={`${id}problem`} className="field__problem">
          {problem}
        </span>
      )}
    </form>
  );
}

function withScheme(typed: string): string {
  return typed === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
}
