import '../ui/segments.css';
import './choices.css';
import type { ReactNode } from 'react';
import { useControl, useWrapper } from './formContext.ts';

export interface NumberProps {
  min: number;
  max: number;
  /** The unit, shown after the number. */
  unit?: string;
  /** Adds a slider, for a value that the host adjusts by eye. */
  slider?: boolean;
}

/** Integer input. An incomplete number is stored as ''; the field's validator checks the limits. */
export function NumberControl({ min, max, unit, slider }: NumberProps) {
  const control = useControl();
  const { field, label } = useWrapper();
  const set = (text: string) => field.onChange(text === '' ? '' : Number(text));
  const value = String(field.value ?? '');
  return (
    <span className="form__number">
      {slider === true && (
        <input
          type="range"
          min={min}
          max={max}
          aria-label={label}
          disabled={control.disabled}
          value={value === '' ? min : value}
          onChange={(event) => set(event.target.value)}
        />
      )}
      <input
        {...control}
        type="number"
        inputMode="numeric"
        min={min}
        max={max}
        step={1}
        value={value}
        onChange={(event) => set(event.target.value)}
      />
      {unit !== undefined && <span className="muted">{unit}</span>}
    </span>
  );
}

export interface Choice {
  value: string;
  label: string;
  /** A sample of the option, shown above its label. */
  picture?: ReactNode;
}

/** A radio group that shows all options, as segments or as tiles. */
export function ChoiceControl({ options, tiles }: { options: readonly Choice[]; tiles?: boolean }) {
  const { id, field, label, describedBy, disabled } = useWrapper();
  return (
    <div
      id={id}
      className={tiles === true ? 'tiles' : 'segments'}
      role="radiogroup"
      aria-label={label}
      aria-describedby={describedBy}
    >
      {options.map((option) => (
        <label key={option.value} className={tiles === true ? 'tiles__one' : 'segments__one'}>
          <input
            type="radio"
            name={field.name}
            disabled={disabled}
            checked={field.value === option.value}
            onBlur={field.onBlur}
            onChange={() => field.onChange(option.value)}
          />
          {option.picture}
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}

/** A group of checkboxes. The value is an array in the order of the options. */
export function ManyControl({ options }: { options: readonly Choice[] }) {
  const { id, field, label, describedBy, invalid, disabled } = useWrapper();
  const chosen: readonly unknown[] = Array.isArray(field.value) ? field.value : [];
  const toggle = (value: string, on: boolean) =>
    field.onChange(
      options.flatMap((option) =>
        (option.value === value ? on : chosen.includes(option.value)) ? [option.value] : [],
      ),
    );
  return (
    <fieldset
      id={id}
      className={invalid ? 'many many--invalid' : 'many'}
      aria-label={label}
      aria-describedby={describedBy}
    >
      {options.map((option) => (
        <label key={option.value} className="many__one">
          <input
            type="checkbox"
            disabled={disabled}
            checked={chosen.includes(option.value)}
            onBlur={field.onBlur}
            onChange={(event) => toggle(option.value, event.target.checked)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** A switch at the end of the field's line. */
export function SwitchControl() {
  const { className: _className, ...control } = useControl();
  const { field } = useWrapper();
  return (
    <input
      {...control}
      className="switch"
      type="checkbox"
      role="switch"
      aria-checked={field.value === true}
      checked={field.value === true}
      onChange={field.onChange}
    />
  );
}

/** A colour as `#rrggbb`, from the browser's colour picker or typed. */
export function ColourControl() {
  const control = useControl();
  const { field, label } = useWrapper();
  const value = String(field.value ?? '');
  return (
    <span className="form__colour">
      <input
        type="color"
        aria-label={label}
        disabled={control.disabled}
        value={/^#[0-9a-f]{6}$/i.test(value) ? value : '#000000'}
        onChange={field.onChange}
      />
      <input
        {...control}
        type="text"
        maxLength={7}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={field.onChange}
      />
    </span>
  );
}
