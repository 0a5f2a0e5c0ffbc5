import { z } from 'zod';
import type { ToastText } from '#renderer/data/stores/toastStore.ts';
import { type PatternName, patterns } from '#shared/contract/patterns.ts';

/**
 * Validation of form fields. Order of the checks: `skip` ends them; `required`; equality with the form's other `equal`
 * fields; the named rule; the schema; the field's own validator. An empty field is only checked for `required`.
 */

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
  rule?: PatternName;
  /** Replaces the general error of a value that does not match `rule`. */
  ruleText?: ToastText;
  /** The schema of `shared/contract` for the field's text. It also limits the length of the input. */
  schema?: z.ZodType;
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
  if (spec.rule !== undefined && !patterns[spec.rule].test(String(value))) {
    return spec.ruleText ?? { key: 'web.form.mismatch', params };
  }
  return spec.schema === undefined ? null : schemaProblem(spec.schema, value);
}

/** Validates a value by a schema. The schema's own messages are keys of the locale files. */
function schemaProblem(schema: z.ZodType, value: unknown): ToastText | null {
  const issue = schema.safeParse(value).error?.issues[0];
  if (issue === undefined) return null;
  if (issue.message.startsWith('api.')) return { key: issue.message };
  if (issue.code === 'too_big') {
    const key = issue.origin === 'string' ? 'api.field.tooLong' : 'api.field.tooBig';
    return { key, params: { limit: Number(issue.maximum) } };
  }
  return { key: 'api.field.invalid' };
}

/** Returns the length (characters) of the longest text that a schema accepts; undefined without a limit. */
export function longestText(schema: z.ZodType | undefined): number | undefined {
  let inner: z.core.$ZodType | undefined = schema;
  while (inner instanceof z.ZodDefault || inner instanceof z.ZodOptional) inner = inner.unwrap();
  return inner instanceof z.ZodString ? (inner.maxLength ?? undefined) : undefined;
}

/** Whether a value counts as missing: null, undefined, blank text or an empty list. */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  return typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0;
}
