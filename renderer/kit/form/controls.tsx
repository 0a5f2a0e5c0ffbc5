import './select.css';
import { type HTMLInputTypeAttribute, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWrapper } from './formContext.ts';
import { narrow } from './narrow.ts';
import { useControl } from './useControl.ts';

export interface TextProps {
  type?: HTMLInputTypeAttribute;
  autoComplete?: string;
  inputMode?: 'text' | 'numeric' | 'email' | 'tel';
  maxLength?: number;
  placeholder?: string;
  autoFocus?: boolean;
  /** The id of a list of suggestions. */
  list?: string;
}

export function TextControl({ type = 'text', autoComplete = 'off', autoFocus, ...rest }: TextProps) {
  const control = useControl();
  const { field } = useWrapper();
  const plain = rest.inputMode !== undefined && rest.inputMode !== 'text';
  return (
    <input
      {...control}
      {...rest}
      // A dialog looks for this when it opens; else it would take the cursor away at once.
      data-pc-autofocus={autoFocus === true ? 'true' : undefined}
      type={type}
      autoComplete={autoComplete}
      ref={(element) => {
        control.ref(element);
        if (autoFocus === true) focusOnce(element);
      }}
      value={String(field.value ?? '')}
      onChange={({ target, nativeEvent }) => {
        // What is still being composed is the input method's: a change would end it.
        const composing = nativeEvent instanceof InputEvent && nativeEvent.isComposing;
        field.onChange(plain && !composing ? narrow(target.value) : target.value);
      }}
      onCompositionEnd={({ currentTarget }) => {
        if (plain) field.onChange(narrow(currentTarget.value));
      }}
    />
  );
}

const focused = new WeakSet<HTMLElement>();

/** Puts the cursor into a field when it appears, and not again when it is drawn anew. */
function focusOnce(element: HTMLElement | null): void {
  if (element === null || focused.has(element)) return;
  focused.add(element);
  element.focus();
}

/** A password, which can be looked at. */
export function PasswordControl(props: Pick<TextProps, 'autoComplete' | 'autoFocus' | 'placeholder'>) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <span className="form__password">
      <TextControl {...props} type={shown ? 'text' : 'password'} />
      <button
        type="button"
        className="icon-button"
        aria-label={t('web.form.showPassword')}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        <i className={`pi pi-${shown ? 'eye-slash' : 'eye'}`} aria-hidden="true" />
      </button>
    </span>
  );
}

export function AreaControl({ rows = 4, maxLength }: { rows?: number; maxLength?: number }) {
  const control = useControl();
  const { field } = useWrapper();
  return (
    <textarea
      {...control}
      rows={rows}
      {...(maxLength === undefined ? {} : { maxLength })}
      value={String(field.value ?? '')}
      onChange={field.onChange}
    />
  );
}

export interface SelectProps {
  options: readonly { value: string; label: string }[];
  /** What else a choice has to bring about, for instance that another field is checked anew. */
  onChoose?(): void;
}

/** A choice of one: the browser's own list, which every device has a good one of. */
export function SelectControl({ options, onChoose }: SelectProps) {
  const control = useControl();
  const { field } = useWrapper();
  return (
    <select
      {...control}
      className={`${control.className} select`}
      value={String(field.value ?? '')}
      onChange={(event) => {
        field.onChange(event);
        onChoose?.();
      }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

/** A yes or no. */
export function CheckControl({ text }: { text: string }) {
  const { className: _className, ...control } = useControl();
  const { field } = useWrapper();
  return (
    <span className="form__check">
      <input {...control} type="checkbox" checked={field.value === true} onChange={field.onChange} />
      <label htmlFor={control.id}>{text}</label>
    </span>
  );
}
