import { InputNumber } from 'primereact/inputnumber';
import { Slider } from 'primereact/slider';
import type { SyntheticEvent } from 'react';
import { ariaOf, type ControlProps, noAria } from './control.ts';
import styles from './NumberInput.module.css';

export interface NumberOptions {
  /** Digits after the point. */
  digits?: number | undefined;
  /** Limits for screen readers and the slider. A typed number outside of them stays as typed. */
  min?: number | undefined;
  max?: number | undefined;
  /** Clamps a typed number to the limits, for a control that applies it at once. */
  clamp?: boolean | undefined;
  /** The unit, shown after the number. */
  unit?: string | undefined;
  /** Adds a slider, for a value that the host adjusts by eye. Needs both limits. */
  slider?: boolean | undefined;
  placeholder?: string | undefined;
  title?: string | undefined;
}

export interface NumberInputProps extends ControlProps, NumberOptions {
  value: number | null;
  onChange(value: number | null): void;
}

/**
 * A number. PrimeReact's InputNumber handles keys only: this component also reads the field after an input method, a
 * cut or a drop has changed it.
 */
export function NumberInput(props: NumberInputProps) {
  const { value, onChange, min, max, digits = 0, unit, slider, disabled = false, invalid = false } = props;
  /** Reports the field's number. Returns false while the text is no number. */
  const read = ({ target }: SyntheticEvent): boolean => {
    const typed = target instanceof HTMLInputElement ? numberTyped(target.value) : undefined;
    const kept = props.clamp === true && typeof typed === 'number' ? clamped(typed, min, max) : typed;
    if (kept !== undefined && kept !== value) onChange(kept);
    return typed !== undefined;
  };
  const input = (
    <InputNumber
      {...(props.clamp === true ? { min, max } : {})}
      inputId={props.id}
      inputRef={props.ref}
      name={props.name}
      value={value}
      minFractionDigits={0}
      maxFractionDigits={digits}
      inputMode={digits === 0 ? 'numeric' : 'decimal'}
      useGrouping={false}
      placeholder={props.placeholder ?? ''}
      disabled={disabled}
      invalid={invalid}
      tooltip=""
      title={props.title}
      {...ariaOf(props)}
      pt={{
        root: { ...noAria, className: styles.number },
        input: { root: { 'aria-valuemin': min, 'aria-valuemax': max } },
      }}
      onInputCapture={(event) => {
        const composing = event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing;
        // InputNumber would restore the previous text.
        if (composing || read(event)) event.stopPropagation();
      }}
      onCompositionEnd={(event) => void read(event)}
      onValueChange={(event) => {
        if (event.value !== undefined && event.value !== value) onChange(event.value);
      }}
      onChange={(event) => onChange(event.value)}
      onBlur={() => props.onBlur?.()}
    />
  );
  if (unit === undefined && slider !== true) return input;
  return (
    <span className={styles.line}>
      {slider === true && (
        <SliderInput
          label={props.label}
          min={min ?? 0}
          max={max ?? 100}
          value={value}
          disabled={disabled}
          onChange={onChange}
        />
      )}
      {input}
      {unit !== undefined && <span className="muted">{unit}</span>}
    </span>
  );
}

export interface SliderInputProps {
  label?: string | undefined;
  min: number;
  max: number;
  value: number | null;
  disabled?: boolean | undefined;
  /** The value in words, for screen readers. */
  valueText?: string | undefined;
  className?: string | undefined;
  onChange(value: number): void;
}

/** PrimeReact's slider. Its handle gets a name, and the value where PrimeReact states a percentage. */
export function SliderInput(props: SliderInputProps) {
  const value = clamped(props.value ?? props.min, props.min, props.max);
  return (
    <Slider
      className={`${styles.slider} ${props.className ?? ''}`}
      min={props.min}
      max={props.max}
      value={value}
      disabled={props.disabled ?? false}
      onChange={(event) => {
        if (typeof event.value === 'number' && event.value !== value) props.onChange(Math.round(event.value));
      }}
      pt={{
        range: { className: styles.range },
        handle: {
          className: styles.handle,
          tabIndex: props.disabled === true ? -1 : 0,
          'aria-label': props.label,
          'aria-valuenow': value,
          'aria-valuetext': props.valueText,
          'aria-disabled': props.disabled === true,
        },
      }}
    />
  );
}

function clamped(value: number, min: number | undefined, max: number | undefined): number {
  return Math.min(max ?? value, Math.max(min ?? value, value));
}

/**
 * Parses the text of a number field, also with full-width digits (４０). Returns null for an empty text, and undefined
 * for a text that is no number or an incomplete one.
 */
export function numberTyped(text: string): number | null | undefined {
  const plain = text.normalize('NFKC').replaceAll(/[\s,]/g, '').replace('。', '.');
  if (plain === '') return null;
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined;
}
