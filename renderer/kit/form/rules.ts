import type { ToastText } from '#renderer/data/stores/toastStore.ts';
import { emailAddress, type PatternName, patterns, phoneOfAnyCountry } from '#shared/contract/patterns.ts';

/**
 * The rules of fields. A field is skipped, or it is checked in this order: an empty one only for being required;
 * then whether it equals the other `equal` fields of its group; then its named rule; then its own validator.
 */

const named = { ...patterns, address: emailAddress, anyPhone: phoneOfAnyCountry } as const;
export type RuleName = PatternName | 'address' | 'anyPhone';

/** Says what is wrong, as a sentence for the reader, or null. */
export type Validator = (value: string) => string | null | Promise<string | null>;

export interface FieldSpec {
  /** The field's name for the reader. */
  label: string;
  /** Whether it is typed or chosen, which the prompt for an empty one says. */
  kind?: 'input' | 'select';
  required?: boolean;
  /** Instead of the general sentence for an empty one. */
  emptyText?: ToastText;
  /** Has to be the same as the other fields of its group that say so. */
  equal?: boolean;
  /** Is not checked at all. */
  skip?: boolean;
  rule?: RuleName;
  /** Instead of the general sentence for a value that does not fit the rule. */
  ruleText?: ToastText;
  validate?: Validator;
}

/** What is wrong with a value by everything but the field's own validator; null when nothing is. */
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
