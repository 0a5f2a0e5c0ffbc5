import { InputText } from 'primereact/inputtext';
import { type ReactNode, useId } from 'react';
import type { Problem } from '#shared/contract/error.ts';
import { Field, problemId } from './Field.tsx';

export interface TextFieldProps {
  label: string;
  value: string;
  most: number;
  problem?: Problem | undefined;
  placeholder?: string;
  required?: boolean;
  /** Takes the focus when it appears in a dialog. */
  first?: boolean;
  /** Stands below the field while nothing is wrong with it. */
  below?: ReactNode;
  onChange(value: string): void;
  onLeave?(): void;
}

/** A line of text of the preset form. */
export function TextField(props: TextFieldProps) {
  const {
    label,
    value,
    most,
    problem,
    placeholder,
    required = false,
    first,
    below,
    onChange,
    onLeave,
  } = props;
  const id = useId();
  return (
    <Field label={label} htmlFor={id} problem={problem} required={required}>
      <InputText
        id={id}
        value={value}
        maxLength={most}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder ?? ''}
        invalid={problem !== undefined}
        aria-invalid={problem !== undefined}
        aria-required={required}
        aria-describedby={problem === undefined ? undefined : problemId(id)}
        {...(first === undefined ? {} : { 'data-pc-autofocus': first })}
        onChange={(event) => onChange(event.target.value)}
        onBlur={() => onLeave?.()}
      />
      {problem === undefined && below}
    </Field>
  );
}
