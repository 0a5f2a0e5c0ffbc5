import { useId } from 'react';

export interface SwatchesProps<T extends string> {
  label: string;
  value: T;
  /** `ink` is the colour of the check mark; white by default. */
  options: { value: T; label: string; colour: string; ink?: string }[];
  onChange(value: T): void;
}

/** A radio group of colours. A check mark shows the selected one. */
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
          <span
            style={{ background: option.colour, ...(option.ink === undefined ? {} : { color: option.ink }) }}
          >
            {option.value === value && (
              <i
                className={option.ink === undefined ? 'pi pi-check' : 'pi pi-check swatches__ink'}
                aria-hidden="true"
              />
            )}
          </span>
        </label>
      ))}
    </div>
  );
}
