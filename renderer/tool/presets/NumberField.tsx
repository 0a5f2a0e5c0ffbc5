import { InputNumber } from 'primereact/inputnumber';

export interface NumberFieldProps {
  id?: string;
  value: number | null;
  min: number;
  max: number;
  /** Digits after the point. */
  digits?: number;
  ariaLabel?: string;
  title?: string;
  placeholder?: string;
  invalid?: boolean;
  onChange(value: number | null): void;
}

/** A number within limits: what is outside of them becomes the nearest limit when the field is left. */
export function NumberField({ id, value, min, max, digits = 0, ...rest }: NumberFieldProps) {
  return (
    <InputNumber
      {...(id === undefined ? {} : { inputId: id })}
      value={value}
      min={min}
      max={max}
      minFractionDigits={0}
      maxFractionDigits={digits}
      useGrouping={false}
      placeholder={rest.placeholder ?? ''}
      invalid={rest.invalid ?? false}
      tooltip=""
      aria-label={rest.ariaLabel}
      title={rest.title}
      onChange={(event) => rest.onChange(event.value)}
    />
  );
}
