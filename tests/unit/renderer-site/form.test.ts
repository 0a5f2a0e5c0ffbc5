import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addGroup, useControl, validateGroup } from '#renderer/kit/form/FormGroup.tsx';
import { TextField } from '#renderer/kit/form/fields.tsx';
import { checkValue, type FieldSpec, longestText } from '#renderer/kit/form/rules.ts';
import {
  emailSchema,
  passwordSchema,
  phoneSchema,
  sortSchema,
  titleSchema,
} from '#shared/contract/api/fields.ts';

const label = 'Password';
const check = (value: unknown, spec: Partial<FieldSpec>, equals: unknown[] = []) =>
  checkValue(value, { label, ...spec }, equals)?.key ?? null;

describe('form field', () => {
  it('asks for a value, or a choice, when it is required and empty', () => {
    expect(check('', { required: true })).toBe('web.form.enter');
    expect(check('   ', { required: true })).toBe('web.form.enter');
    expect(check(null, { required: true, kind: 'select' })).toBe('web.form.choose');
    expect(check('x', { required: true })).toBeNull();
  });

  it('names itself in its error', () => {
    expect(checkValue('', { label, required: true }, [])?.params).toEqual({ label });
  });

  it('may be empty when it is not required, for any rule', () => {
    expect(check('', { rule: 'phone' })).toBeNull();
  });

  it.each([
    ['phone', '13812345678', '11812345678'],
    ['email', 'a@b.co', 'a@b'],
    ['password', 'abc123', 'abcdef'],
    ['smsCode', '123456', '12345'],
    ['integer', '007', '7.5'],
    ['number', '0.5', '.5'],
  ] as const)('follows the named rule %s', (rule, right, wrong) => {
    expect(check(right, { rule })).toBeNull();
    expect(check(wrong, { rule })).toBe('web.form.mismatch');
  });

  it('can replace the error of its rule', () => {
    expect(check('x', { rule: 'smsCode', ruleText: { key: 'api.field.code' } })).toBe('api.field.code');
  });

  it.each([
    [emailSchema, 'mama..z@docomo.ne.jp', 'a b@c.jp', 'api.field.email'],
    [phoneSchema, '+81 90-1234-5678', '12', 'api.field.phone'],
    [titleSchema.default('Host'), 'x'.repeat(80), 'x'.repeat(81), 'api.field.tooLong'],
    [z.coerce.number().pipe(sortSchema), '10000', '10001', 'api.field.tooBig'],
    [z.string().startsWith('@'), '@host', 'host', 'api.field.invalid'],
  ])('follows a schema of the contract and shows its message', (schema, right, wrong, message) => {
    expect(check(right, { schema })).toBeNull();
    expect(check(wrong, { schema })).toBe(message);
    expect(check('', { schema })).toBeNull();
  });

  it('limits its text to the longest that its schema accepts', () => {
    expect(longestText(titleSchema)).toBe(80);
    expect(longestText(titleSchema.default('').optional())).toBe(80);
    expect(longestText(passwordSchema)).toBeUndefined();
    expect(longestText(undefined)).toBeUndefined();
  });

  it('compares only non-empty fields for equality', () => {
    expect(check('abc123', { equal: true }, ['abc124'])).toBe('web.form.differs');
    expect(check('abc123', { equal: true }, ['', null])).toBeNull();
    expect(check('abc123', { equal: true }, ['abc123'])).toBeNull();
    expect(check('abc123', {}, ['abc124'])).toBeNull();
  });

  it('is not validated when it is skipped', () => {
    expect(check('', { skip: true, required: true, equal: true, rule: 'phone' }, ['x'])).toBeNull();
  });
});

describe('form group', () => {
  it('can be validated by its name while it is registered', async () => {
    const remove = addGroup('signup', async () => false);
    expect(await validateGroup('signup')).toBe(false);
    remove();
    await expect(validateGroup('signup')).rejects.toThrow('group does not exist');
  });

  it('stays registered when an older group of the same name is removed', async () => {
    const removeOld = addGroup('again', async () => false);
    addGroup('again', async () => true);
    removeOld();
    expect(await validateGroup('again')).toBe(true);
  });
});

describe('form context', () => {
  it('throws for a field outside a group', () => {
    const field = createElement(TextField, { name: 'x', label });
    expect(() => renderToString(field)).toThrow('group does not exist');
  });

  it('throws for a control outside a field', () => {
    const Bare = () => useControl().id;
    expect(() => renderToString(createElement(Bare))).toThrow('cannot find wrapper element');
  });
});
