import { InputText } from 'primereact/inputtext';
import { InputTextarea } from 'primereact/inputtextarea';
import { Password } from 'primereact/password';
import type { ChangeEvent, CompositionEvent, HTMLInputTypeAttribute, MouseEventHandler } from 'react';
import { useTranslation } from 'react-i18next';
import { ariaOf, type ControlProps } from './control.ts';
import styles from './TextInput.module.css';

interface TextValue extends ControlProps {
  value: string;
  onChange(value: string): void;
}

export interface TextOptions {
  type?: HTMLInputTypeAttribute | undefined;
  autoComplete?: string | undefined;
  inputMode?: 'text' | 'numeric' | 'email' | 'tel' | undefined;
  maxLength?: number | undefined;
  placeholder?: string | undefined;
  /** Takes the focus when it appears. */
  autoFocus?: boolean | undefined;
  /** The id of a `<datalist>` with suggestions. */
  list?: string | undefined;
}

/**
 * A line of text. With an `inputMode` other than text, full-width characters become half-width. A numeric input drops
 * white space, as in a pasted 123 456.
 */
export function TextInput(props: TextValue & TextOptions) {
  const { type = 'text', autoComplete = 'off', inputMode, maxLength, placeholder, autoFocus, list } = props;
  return (
    <InputText
      {...attributes(props)}
      {...typing(props, conversions[inputMode ?? 'text'])}
      {...autoFocusOf(autoFocus, props.ref)}
      id={props.id}
      type={type}
      autoComplete={autoComplete}
      spellCheck={false}
      inputMode={inputMode}
      maxLength={maxLength}
      placeholder={placeholder}
      list={list}
    />
  );
}

export type PasswordOptions = Pick<TextOptions, 'autoComplete' | 'autoFocus' | 'placeholder'>;

/** A password with a button that shows it. */
export function PasswordInput(props: TextValue & PasswordOptions) {
  const { t } = useTranslation();
  const { autoComplete = 'off', placeholder = '', autoFocus } = props;
  const { ref, ...focus } = autoFocusOf(autoFocus, props.ref);
  // PrimeReact's own icon is an SVG whose `aria-checked` says the opposite.
  const toggle =
    (shown: boolean) => (options: { iconProps: { onClick?: MouseEventHandler<unknown> | undefined } }) => (
      <button
        type="button"
        className="icon-button"
        aria-label={t('web.form.showPassword')}
        aria-pressed={shown}
        onClick={options.iconProps.onClick}
      >
        <i className={`pi pi-${shown ? 'eye-slash' : 'eye'}`} aria-hidden="true" />
      </button>
    );
  return (
    <Password
      {...attributes(props)}
      {...typing(props, conversions.text)}
      {...focus}
      inputRef={ref}
      inputId={props.id}
      autoComplete={autoComplete}
      placeholder={placeholder}
      feedback={false}
      toggleMask
      showIcon={toggle(false)}
      hideIcon={toggle(true)}
      pt={{
        root: { className: styles.password },
        iconField: { root: { className: styles.withButton } },
      }}
    />
  );
}

export interface AreaOptions {
  rows?: number | undefined;
  maxLength?: number | undefined;
}

/** Several lines of text. */
export function TextArea(props: TextValue & AreaOptions) {
  return (
    <InputTextarea
      {...attributes(props)}
      ref={props.ref}
      id={props.id}
      rows={props.rows ?? 4}
      maxLength={props.maxLength}
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
    />
  );
}

const attributes = (props: TextValue) => ({
  ...ariaOf(props),
  name: props.name,
  disabled: props.disabled ?? false,
  invalid: props.invalid ?? false,
  onBlur: () => props.onBlur?.(),
});

type InputEvents = {
  value: string;
  onChange(event: ChangeEvent<HTMLInputElement>): void;
  onCompositionEnd(event: CompositionEvent<HTMLInputElement>): void;
};

/** The value and its handlers. A value is not converted during composition, because a changed value would end it. */
function typing({ value, onChange }: TextValue, convert: ((text: string) => string) | null): InputEvents {
  return {
    value,
    onChange: ({ target, nativeEvent }) => {
      const composing = nativeEvent instanceof InputEvent && nativeEvent.isComposing;
      onChange(convert !== null && !composing ? convert(target.value) : target.value);
    },
    onCompositionEnd: ({ currentTarget }) => {
      if (convert !== null) onChange(convert(currentTarget.value));
    },
  };
}

/** Converts the full-width ASCII of an input method (１２３ａ＠) to half-width. */
function toHalfWidth(text: string): string {
  return text.replaceAll(/[！-～]/g, (wide) => wide.normalize('NFKC'));
}

/** What becomes of typed text, by `inputMode`. */
const conversions = {
  text: null,
  numeric: (text: string) => toHalfWidth(text).replaceAll(/\s/g, ''),
  email: toHalfWidth,
  tel: toHalfWidth,
} satisfies Record<NonNullable<TextOptions['inputMode']>, ((text: string) => string) | null>;

/** PrimeReact's dialog focuses the element with this attribute; without it, the dialog would move the focus. */
function autoFocusOf(autoFocus: boolean | undefined, ref: ControlProps['ref']) {
  return {
    'data-pc-autofocus': autoFocus === true ? 'true' : undefined,
    ref: (element: HTMLInputElement | null) => {
      ref?.(element);
      if (autoFocus === true) focusOnce(element);
    },
  };
}

const focused = new WeakSet<HTMLElement>();

/** Focuses an element when it appears, not at each render. */
function focusOnce(element: HTMLElement | null): void {
  if (element === null || focused.has(element)) return;
  focused.add(element);
  element.focus();
}
