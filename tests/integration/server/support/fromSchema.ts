import fc from 'fast-check';

type Schema = Record<string, unknown>;

const list = (value: unknown): Schema[] => (Array.isArray(value) ? value.map(Object) : []);
const number = (value: unknown, fallback: number): number => (typeof value === 'number' ? value : fallback);

/** Generates values that match a JSON Schema of the API document. Texts with a pattern are generated from it. */
export function valid(schema: Schema): fc.Arbitrary<unknown> {
  const variants = [...list(schema.anyOf), ...list(schema.oneOf)];
  if (variants.length > 0) return fc.oneof(...variants.map(valid));
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  if (schema.type === 'object' || 'properties' in schema) return validObject(schema);
  if (schema.type === 'array') {
    return fc.array(valid(Object(schema.items)), {
      minLength: number(schema.minItems, 0),
      maxLength: Math.min(3, number(schema.maxItems, 3)),
    });
  }
  if (schema.type === 'integer' || schema.type === 'number') {
    const min = Math.max(number(schema.minimum, 0), -1000);
    return fc.integer({ min, max: Math.max(min, Math.min(number(schema.maximum, 1000), 1_000_000)) });
  }
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'null') return fc.constant(null);
  if (typeof schema.pattern === 'string') return ofPattern(schema.pattern);
  return fc.string({
    minLength: number(schema.minLength, 0),
    maxLength: Math.min(30, number(schema.maxLength, 30)),
    unit: 'grapheme',
  });
}

function validObject(schema: Schema): fc.Arbitrary<unknown> {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const entries = Object.entries(Object(schema.properties)).map(([name, shape]) => {
    const value = valid(Object(shape));
    const optional = required.includes(name) ? value : fc.option(value, { nil: undefined });
    return optional.map((made) => [name, made] as const);
  });
  return fc
    .tuple(...entries)
    .map((made) => Object.fromEntries(made.filter(([, value]) => value !== undefined)));
}

/** Generates texts of a pattern. fast-check supports no look-aheads, so they are removed and checked afterwards. */
function ofPattern(pattern: string): fc.Arbitrary<string> {
  const known = pattern
    .replace(/\(\?[=!](?:[^()]|\([^()]*\))*\)/g, '')
    .replace(/\{(\d+),\d{3,}\}/g, '{$1,40}');
  const whole = new RegExp(pattern);
  return fc.stringMatching(new RegExp(known), { maxLength: 200 }).filter((text) => whole.test(text));
}

const NASTY: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  2_147_483_648,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u200b',
  '../../etc/passwd',
  "' or 1=1 --",
  '%s%n%00',
  '<svg onload=alert(1)>',
  'constructor',
  '__proto__',
  'toString',
  'NaN',
  '1e999',
  '١٢٣',
  'x'.repeat(5000),
  [],
  {},
  [[[[]]]],
  { __proto__: null, length: -1 },
  { toString: 'x' },
  Array.from({ length: 2000 }, () => 0),
];

/** Generates values that a JSON Schema does not allow: wrong types, bad texts, and valid objects with one such field. */
export function hostile(schema: Schema): fc.Arbitrary<unknown> {
  const nasty = fc.constantFrom(...NASTY);
  const anything = fc.oneof(
    nasty,
    fc.anything({ withNullPrototype: false, maxDepth: 3 }),
    fc.string({ unit: 'binary' }),
  );
  const names = Object.keys(Object(schema.properties));
  if (names.length === 0) return anything;
  const spoiled = fc
    .tuple(valid(schema), fc.constantFrom(...names), anything)
    .map(([object, name, value]) => ({ ...Object(object), [name]: value }));
  return fc.oneof({ weight: 4, arbitrary: spoiled }, { weight: 1, arbitrary: anything });
}
