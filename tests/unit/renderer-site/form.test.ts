import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { TextControl } from '#renderer/kit/form/controls.tsx';
import { FormField } from '#renderer/kit/form/FormField.tsx';
import { addGroup, validateGroup } from '#renderer/kit/form/groups.ts';
import { checkValue, type FieldSpec } from '#renderer/kit/form/rules.ts';

const label = 'Password';
const check = (value: unknown, spec: Partial<FieldSpec>, equals: unknown[] = []) =>
  checkValue(value, { label, ...spec }, equals)?.key ?? null;

describe('a field', () => {
  it('that is required asks to be filled in, or chosen', () => {
    expect(check('', { required: true })).toBe('web.form.enter');
    expect(check('   ', { required: true })).toBe('web.form.enter');
    expect(check(null, { required: true, kind: 'select' })).toBe('web.form.choose');
    expect(check('x', { required: true })).toBeNull();
  });

  it('says its own name in what is wrong', () => {
    expect(checkValue('', { label, required: true }, [])?.params).toEqual({ label });
  });

  it('that is not required may stay empty, whatever its rule', () => {
    expect(check('', { rule: 'phone' })).toBeNull();
  });

  it.each([
    ['phone', '13812345678', '11812345678'],
    ['email', 'a@b.co', 'a@b'],
    ['password', 'abc123', 'abcdef'],
    ['smsCode', '123456', '12345'],
    ['integer', '007', '7.5'],
    ['number', '0.5', '.5'],
    ['address', 'mama..z@docomo.ne.jp', 'a b@c.jp'],
    ['anyPhone', '+81 90-1234-5678', '12'],
  ] as const)('follows the named rule %s', (rule, right, wrong) => {
    expect(check(right, { rule })).toBeNull();
    expect(check(wrong, { rule })).toBe('web.form.mismatch');
  });

  it('can say in its own words what its rule wants', () => {
    expect(check('x', { rule: 'smsCode', ruleText: { key: 'api.field.code' } })).toBe('api.field.code');
  });

  it('that has to be equal differs only from others that are filled in', () => {
    expect(check('abc123', { equal: true }, ['abc124'])).toBe('web.form.differs');
    expect(check('abc123', { equal: true }, ['', null])).toBeNull();
    expect(check('abc123', { equal: true }, ['abc123'])).toBeNull();
    expect(check('abc123', {}, ['abc124'])).toBeNull();
  });

  it('that is skipped is not checked at all', () => {
    expect(check('', { skip: true, required: true, equal: true, rule: 'phone' }, ['x'])).toBeNull();
  });
});

describe('a group', () => {
  it('can be checked by its name while it is there', async () => {
    const remove = addGroup('signup', async () => false);
    expect(await validateGroup('signup')).toBe(false);
    remove();
    await expect(validateGroup('signup')).rejects.toThrow('group does not exist');
  });

  it('that was replaced by one of the same name is not taken away with the old one', async () => {
    const removeOld = addGroup('again', async () => false);
    addGroup('again', async () => true);
    removeOld();
    expect(await validateGroup('again')).toBe(true);
  });
});

describe('a mistake of the program', () => {
  it('shows at once: a field without a group', () => {
    const field = createElement(() => FormField({ name: 'x', label, children: null }));
    expect(() => renderToString(field)).toThrow('group does not exist');
  });

  it('shows at once: a control without a wrapper', () => {
    expect(() => renderToString(createElement(TextControl))).toThrow('cannot find wrapper element');
  });
});
