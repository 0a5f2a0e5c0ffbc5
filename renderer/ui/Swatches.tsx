import { useId } from 'react';

export interface SwatchesProps<T extends string> {
  label: string;
  value: T;
  options: { value: T; label: string; colour: string }[];
  onChange(value: T): void;
}

/** A choice of colour; the chosen one carries a check, since colour alone tells nothing about itself. */
export function Swatches<T extends string>({ label, value, options, onChange }: SwatchesProps<T>) {
  const name = useId();
  return (
    <div className="swatches" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className="swatches__one" title={option.label}>
          <input
            type="radio"
            name={name}
            aria-label={option.label}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span style={{ background: option.colour }}>
            {option.value === value && <i className="pi pi-check" aria-hidden="true" />}
          </span>
        </label>
      ))}
    </div>
  );
}
