import { InputNumber } from 'primereact/inputnumber';
import type { SyntheticEvent } from 'react';
import { numberTyped } from './numberTyped.ts';

export interface NumberFieldProps {
  id?: string;
  value: number | null;
  /** Holds what is typed within these limits, where it is sent at once and there is no form to mend it in. */
  held?: { min: number; max: number };
  /** Digits after the point. */
  digits?: number;
  ariaLabel?: string;
  title?: string;
  placeholder?: string;
  invalid?: boolean;
  /** The id of the words that say what is wrong. */
  describedBy?: string | undefined;
  onChange(value: number | null): void;
}

/**
 * A number. One that is outside the limits of its field stays as it was typed, with a word about it below: what a
 * host has typed is never changed unseen. The control itself hears keys alone: what an input method, a cut or a drop puts
 * into the field is told here, or it would stand on the screen and count for nothing.
 */
export function NumberField({ id, value, held, digits = 0, ...rest }: NumberFieldProps) {
  /** Whether the field says a number now. */
  const tell = ({ target }: SyntheticEvent): boolean => {
    const typed = target instanceof HTMLInputElement ? numberTyped(target.value) : undefined;
    const kept = held && typeof typed === 'number' ? Math.min(held.max, Math.max(held.min, typed)) : typed;
    if (kept !== undefined && kept !== value) rest.onChange(kept);
    return typed !== undefined;
  };
  return (
    <InputNumber
      {...(id === undefined ? {} : { inputId: id })}
      {...held}
      value={value}
      minFractionDigits={0}
      maxFractionDigits={digits}
      useGrouping={false}
      placeholder={rest.placeholder ?? ''}
      invalid={rest.invalid ?? false}
      tooltip=""
      aria-label={rest.ariaLabel}
      aria-invalid={rest.invalid ?? false}
      aria-describedby={rest.describedBy}
      title={rest.title}
      onInputCapture={(event) => {
        const unfinished = event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing;
        // The control would put back what stood there before.
        if (unfinished || tell(event)) event.stopPropagation();
      }}
      onCompositionEnd={(event) => void tell(event)}
      onValueChange={(event) => {
        if (event.value !== undefined && event.value !== value) rest.onChange(event.value);
      }}
      onChange={(event) => rest.onChange(event.value)}
    />
  );
}
