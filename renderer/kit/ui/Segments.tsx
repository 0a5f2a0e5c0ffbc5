import './segments.css';
import { useId } from 'react';

export interface SegmentsProps<T extends string | number> {
  label: string;
  value: T;
  options: { value: T; label: string }[];
  onChange(value: T): void;
}

/** A radio group that shows all options side by side. */
export function Segments<T extends string | number>({ label, value, options, onChange }: SegmentsProps<T>) {
  const name = useId();
  return (
    <div className="segments" role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className="segments__one">
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
