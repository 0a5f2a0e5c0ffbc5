import './select.css';
import { type HTMLInputTypeAttribute, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useControl, useWrapper } from './formContext.ts';

export interface TextProps {
  type?: HTMLInputTypeAttribute;
  autoComplete?: string;
  inputMode?: 'text' | 'numeric' | 'email' | 'tel';
  maxLength?: number;
  placeholder?: string;
  autoFocus?: boolean;
  /** The id of a `<datalist>` with suggestions. */
  list?: string;
}

/** A text input. With an `inputMode` other than text, full-width characters become half-width. */
export function TextControl({ type = 'text', autoComplete = 'off', autoFocus, ...rest }: TextProps) {
  const control = useControl();
  const { field } = useWrapper();
  const halfWidth = rest.inputMode !== undefined && rest.inputMode !== 'text';
  return (
    <input
      {...control}
      {...rest}
      // PrimeReact's dialog focuses the element with this attribute; without it, the dialog would move the focus.
      data-pc-autofocus={autoFocus === true ? 'true' : undefined}
      type={type}
      autoComplete={autoComplete}
      ref={(element) => {
        control.ref(element);
        if (autoFocus === true) focusOnce(element);
      }}
      value={String(field.value ?? '')}
      onChange={({ target, nativeEvent }) => {
        // Do not convert during composition: a changed value would end it.
        const composing = nativeEvent instanceof InputEvent && nativeEvent.isComposing;
        field.onChange(halfWidth && !composing ? toHalfWidth(target.value) : target.value);
      }}
      onCompositionEnd={({ currentTarget }) => {
        if (halfWidth) field.onChange(toHalfWidth(currentTarget.value));
      }}
    />
  );
}

/** Converts the full-width ASCII of an input method (１２３ａ＠) to half-width. */
function toHalfWidth(text: string): string {
  return text.replaceAll(/[！-～]/g, (wide) => wide.normalize('NFKC'));
}

const focused = new WeakSet<HTMLElement>();

/** Focuses an element when it appears, not at each render. */
function focusOnce(element: HTMLElement | null): void {
  if (element === null || focused.has(element)) return;
  focused.add(element);
  element.focus();
}

/** A password input with a button that shows the password. */
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

/** A text input of several lines. */
export function AreaControl({ rows = 4, maxLength }: { rows?: number; maxLength?: number }) {
  const control = useControl();
  const { field } = useWrapper();
  return (
    <textarea
      {...control}
      rows={rows}
      maxLength={maxLength}
      value={String(field.value ?? '')}
      onChange={field.onChange}
    />
  );
}

export interface SelectProps {
  options: readonly { value: string; label: string }[];
  /** Called after a selection, for example to validate another field. */
  onChoose?(): void;
}

/** A native `<select>`, because every device has an accessible one. */
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

/** A checkbox with its label. */
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
