import { InputNumber } from 'primereact/inputnumber';

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
 * host has typed is never changed unseen.
 */
export function NumberField({ id, value, held, digits = 0, ...rest }: NumberFieldProps) {
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
      onChange={(event) => rest.onChange(event.value)}
    />
  );
}
