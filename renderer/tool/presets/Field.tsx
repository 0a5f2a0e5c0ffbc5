import type { ReactNode } from 'react';
import type { Problem } from '#shared/contract/error.ts';
import { useProblemText } from '../../i18n/useText.ts';

export interface FieldProps {
  label: string;
  /** The id of the control, when the label is for one. */
  htmlFor?: string;
  hint?: string;
  problem?: Problem | undefined;
  className?: string;
  children: ReactNode;
}

/** A control with its label above it, and below it what is wrong or what it means. */
export function Field({ label, htmlFor, hint, problem, className, children }: FieldProps) {
  const problemText = useProblemText();
  return (
    <div className={`field ${className ?? ''}`}>
      {htmlFor === undefined ? (
        <span className="field__label">{label}</span>
      ) : (
        <label className="field__label" htmlFor={htmlFor}>
          {label}
        </label>
      )}
      {children}
      {problem !== undefined ? (
        <span className="field__problem" role="alert">
          {problemText(problem)}
        </span>
      ) : (
        hint !== undefined && <span className="muted small">{hint}</span>
      )}
    </div>
  );
}
