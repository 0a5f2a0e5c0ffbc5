import { InputText } from 'primereact/inputtext';
import { type ReactNode, useId } from 'react';
import type { Problem } from '#shared/contract/error.ts';
import { Field } from './Field.tsx';

export interface TextFieldProps {
  label: string;
  value: string;
  most: number;
  problem?: Problem | undefined;
  placeholder?: string;
  /** Stands below the field while nothing is wrong with it. */
  below?: ReactNode;
  onChange(value: string): void;
  onLeave?(): void;
}

/** A line of text of the preset form. */
export function TextField({
  label,
  value,
  most,
  problem,
  placeholder,
  below,
  onChange,
  onLeave,
}: TextFieldProps) {
  const id = useId();
  return (
    <Field label={label} htmlFor={id} problem={problem}>
      <InputText
        id={id}
        value={value}
        maxLength={most}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder ?? ''}
        invalid={problem !== undefined}
        onChange={(event) => onChange(event.target.value)}
        onBlur={() => onLeave?.()}
      />
      {problem === undefined && below}
    </Field>
  );
}
