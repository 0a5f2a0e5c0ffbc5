import { InputText } from 'primereact/inputtext';
import { type FormEvent, useCallback, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside } from '#renderer/data/hooks.ts';
import type { DesktopApp } from '#renderer/data/platform/platform.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import type { Preferences } from '#shared/contract/desktop.ts';
import styles from './AddressField.module.css';

export interface AddressFieldProps {
  label: string;
  placeholder: string;
  /** The current address; '' for none. */
  value: string;
  /** Returns whether an address is allowed. */
  fits(address: string): boolean;
  /** The error text of an address that is not allowed. */
  problem: string;
  onSave(address: string): Promise<void>;
}

/** Input for a web address, saved by a button or Enter. Adds https:// to an address without a scheme. */
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
    // Keep a newer address that was typed during the save.
    setDraft((now) => (now === draft ? null : now));
  };
  return (
    <form className={styles.address} onSubmit={save} noValidate>
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

export type ChangePreferences = (change: Partial<Preferences>) => Promise<boolean>;

/** Returns the desktop app's preferences (null until loaded) and a function that saves changes of them. */
export function usePreferences(app: DesktopApp): [Preferences | null, ChangePreferences] {
  const { showProblem } = useRingside();
  const [preferences, set] = useState<Preferences | null>(null);
  useEffect(() => {
    void app.getPreferences({}).then((answer) => {
      if (answer.ok) set(answer.result);
    });
    return app.onPreferences(set);
  }, [app]);
  const change = useCallback(
    async (wanted: Partial<Preferences>) => {
      // Show the change at once, so that the next one starts from it.
      set((now) => now && { ...now, ...wanted });
      const answer = await app.savePreferences(wanted);
      if (!answer.ok) showProblem(answer.problem);
      const saved = answer.ok ? answer : await app.getPreferences({});
      if (saved.ok) set(saved.result);
      return answer.ok;
    },
    [app, showProblem],
  );
  return [preferences, change];
}
