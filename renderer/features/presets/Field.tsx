import '#renderer/kit/form/form.css';
import type { ReactNode } from 'react';
import { useProblemText } from '#renderer/kit/i18n/useText.ts';
import type { Problem } from '#shared/contract/error.ts';

export interface FieldProps {
  label: string;
  /** The id of the control, when the label is for one. */
  htmlFor?: string;
  hint?: ReactNode;
  problem?: Problem | undefined;
  /** It cannot be left empty, which an asterisk says. */
  required?: boolean;
  className?: string;
  children: ReactNode;
}

/** The id of the words that say what is wrong with the control of this id. */
export function problemId(controlId: string): string {
  return `${controlId}-problem`;
}

/** A control with its label above it, and below it what is wrong or what it means. */
export function Field({ label, htmlFor, hint, problem, required, className, children }: FieldProps) {
  const problemText = useProblemText();
  return (
    <div className={`field ${className ?? ''}`}>
      {htmlFor === undefined ? (
        <span className="field__label">{label}</span>
      ) : (
        <label className="field__label" htmlFor={htmlFor}>
          {required === true && (
            <span className="form__star" aria-hidden="true">
              *
            </span>
          )}
          {label}
        </label>
      )}
      {children}
      {problem !== undefined ? (
        <span
          id={htmlFor === undefined ? undefined : problemId(htmlFor)}
          className="field__problem"
          role="alert"
        >
          {problemText(problem)}
        </span>
      ) : (
        hint !== undefined && <span className="muted small">{hint}</span>
      )}
    </div>
  );
}
