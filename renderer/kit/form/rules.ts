import type { ToastText } from '#renderer/data/stores/toastStore.ts';
import { emailAddress, type PatternName, patterns, phoneOfAnyCountry } from '#shared/contract/patterns.ts';

/**
 * Validation of form fields. Order of the checks: `skip` ends them; `required`; equality with the form's other `equal`
 * fields; the named rule; the field's own validator. An empty field is only checked for `required`.
 */

const named = { ...patterns, address: emailAddress, anyPhone: phoneOfAnyCountry } as const;
export type RuleName = PatternName | 'address' | 'anyPhone';

/** Returns the error as a translated sentence, or null for a valid value. */
export type Validator = (value: string) => string | null | Promise<string | null>;

export interface FieldSpec {
  /** The field's visible name. */
  label: string;
  /** Selects the error text of an empty field: enter or choose. */
  kind?: 'input' | 'select';
  required?: boolean;
  /** Replaces the general error of an empty field. */
  emptyText?: ToastText;
  /** The value must equal that of the form's other `equal` fields. */
  equal?: boolean;
  /** Disables validation. */
  skip?: boolean;
  rule?: RuleName;
  /** Replaces the general error of a value that does not match `rule`. */
  ruleText?: ToastText;
  validate?: Validator;
}

/** Validates a value, except by the field's own validator. Returns the error or null. */
export function checkValue(value: unknown, spec: FieldSpec, equals: readonly unknown[]): ToastText | null {
  if (spec.skip === true) return null;
  const params = { label: spec.label };
  if (isEmpty(value)) {
    if (spec.required !== true) return null;
    return spec.emptyText ?? { key: spec.kind === 'select' ? 'web.form.choose' : 'web.form.enter', params };
  }
  const differs = equals.some((other) => !isEmpty(other) && other !== value);
  if (spec.equal === true && differs) return { key: 'web.form.differs', params };
  if (spec.rule !== undefined && !named[spec.rule].test(String(value))) {
    return spec.ruleText ?? { key: 'web.form.mismatch', params };
  }
  return null;
}

export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  return typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0;
}
