import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emailAddress, passwordStrength, patterns, phoneOfAnyCountry } from '#shared/contract/patterns.ts';

describe('named patterns', () => {
  it.each([
    [
      'phone',
      ['13800138000', '19912345678'],
      ['11012345678', '1380013800', '138001380001', '+8613800138000', ''],
    ],
    [
      'email',
      ['a@b.c', 'x y@b.c'.replace(' ', ''), 'あ@example.com'],
      ['a@b', '@b.c', 'a b@c.d', 'a@b.c.d', ''],
    ],
    [
      'password',
      ['abc123', '123456a', '_____a1', 'A1'.repeat(9)],
      ['abcdef', '123456', 'ab1', 'a1'.repeat(10), 'abc 123', 'あbc123'],
    ],
    [
      'newPassword',
      [
        'abc123',
        'only letters',
        '12345678',
        'あいうえおかきく',
        '🎁'.repeat(128),
        'a1'.repeat(10),
        'tab\tand\nline',
      ],
      [
        'abcdef',
        '1234567',
        'abc 123',
        ' '.repeat(20),
        '\u3000'.repeat(9),
        'x'.repeat(129),
        '🎁'.repeat(7),
        '',
      ],
    ],
    ['smsCode', ['000000', '123456'], ['12345', '1234567', '12345a', ' 123456', '１２３４５６']],
    ['integer', ['0', '007', '123'], ['-1', '1.0', '', '1e3']],
    ['number', ['0', '1.5', '10'], ['.5', '-1', '1.', '1.5.2', '']],
  ] as const)('accept exactly the valid values of %s', (name, good, bad) => {
    for (const text of good) expect([text, patterns[name].test(text)]).toEqual([text, true]);
    for (const text of bad) expect([text, patterns[name].test(text)]).toEqual([text, false]);
  });

  it('match any text in a short time', () => {
    const every = [...Object.values(patterns), emailAddress, phoneOfAnyCountry];
    const nasty = ['a', '1', '_', '@', '.', '-', ' ', 'a.', '1-', 'a@a.'].map(
      (part) => `${part.repeat(20_000)}!`,
    );
    const start = performance.now();
    for (const pattern of every) for (const text of nasty) pattern.test(text);
    expect(performance.now() - start).toBeLessThan(3000);
  });
});

describe('e-mail address at sign-up', () => {
  it.each([
    'a@b.co',
    'host@docomo.ne.jp',
    'a..b.@docomo.ne.jp',
    "o'neil+live@mail.example.co.jp",
    'x@xn--eckwd4c7c.jp',
  ])('accepts %s', (text) => expect(emailAddress.test(text)).toBe(true));
  it.each([
    'a@b',
    'a@-b.com',
    'a@b-.com',
    'a@b..com',
    'a b@c.com',
    'a@b.com\n',
    '"a"@b.com',
    'a@b.c1@d',
    'a@1.1',
    'a@b.com.',
    '@b.com',
  ])('rejects %j', (text) => expect(emailAddress.test(text)).toBe(false));
  it('never contains a character that could end a line or a recipient in a mail header', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('\r', '\n', ',', ';', '<', '>', ' ', '\0'),
        (text, char) => {
          expect(emailAddress.test(`a${char}${text}@example.com`)).toBe(false);
          expect(emailAddress.test(`a@example.com${char}${text}`)).toBe(false);
        },
      ),
    );
  });
});

describe('password strength', () => {
  it.each([
    ['a1', 'weak'],
    ['aaaaaa1', 'weak'],
    ['abcde1', 'weak'],
    ['abcdefgh12', 'medium'],
    ['Abcdef1', 'medium'],
    ['Abcdef_12345xyz', 'strong'],
    ['Abc_efgh1234', 'strong'],
  ])('of %s is %s', (password, strength) => expect(passwordStrength(password)).toBe(strength));

  it('never decreases when a new kind of character is added', () => {
    const order = ['weak', 'medium', 'strong'];
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{6,14}$/), (text) => {
        const before = order.indexOf(passwordStrength(text));
        expect(order.indexOf(passwordStrength(`${text}A1_`))).toBeGreaterThanOrEqual(before);
      }),
    );
  });
});
