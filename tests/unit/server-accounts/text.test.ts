import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { translate } from '#server/api/language.ts';
import { isStorable, knownTimeZone, plainText } from '#server/api/text.ts';
import { describeFault } from '#server/logs/serverLog.ts';
import { copyName } from '#server/sync/save.ts';
import { dayIn } from '#server/sync/statistics.ts';
import { negotiateLanguage } from '#shared/contract/language.ts';
import { csvText } from '#shared/csv.ts';

describe('storable JSON', () => {
  it('excludes texts with the character 0 or lone surrogates', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        if (!/\\u0000|\\ud[89a-f]/i.test(text)) expect(isStorable(value)).toBe(true);
      }),
    );
    for (const bad of ['\0', '\ud800', 'a\udc00', { a: ['x', { '\0': 1 }] }, { '\ud800': 1 }]) {
      expect(isStorable(bad)).toBe(false);
    }
    expect(isStorable('🎁')).toBe(true);
  });

  it('excludes extremely deep nesting', () => {
    let deep: unknown = 'x';
    for (let level = 0; level < 100; level += 1) deep = [deep];
    expect(isStorable(deep)).toBe(false);
  });
});

describe('request header', () => {
  it('is logged without line breaks, control characters or lone surrogates', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const plain = plainText(text, 300);
        expect(plain.length).toBeLessThanOrEqual(300);
        expect([...plain].every((char) => char >= ' ' && char !== '\x7f')).toBe(true);
        expect(plain.isWellFormed()).toBe(true);
      }),
    );
  });

  it('is used as a time zone only if the zone exists', () => {
    expect(knownTimeZone('Asia/Tokyo')).toBe('Asia/Tokyo');
    for (const name of [undefined, '', 'Moon/Base', 'x'.repeat(100), "UTC'; --"])
      expect(knownTimeZone(name)).toBe('UTC');
  });

  it('of languages never fails, and selects Japanese if nothing matches', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (header) => {
        expect(['en', 'ja', 'zh_CN']).toContain(negotiateLanguage(header));
      }),
    );
    expect(negotiateLanguage(undefined)).toBe('ja');
    expect(negotiateLanguage('de')).toBe('ja');
    expect(negotiateLanguage('zh_CN')).toBe('zh_CN');
  });
});

describe('translation', () => {
  it('contains its values unchanged, and keeps a placeholder without a value', () => {
    expect(translate('en', 'api.tooMany', { seconds: 5 })).toBe(
      'Too many requests. Please try again in 5 s.',
    );
    expect(translate('en', 'api.tooMany')).toContain('{{seconds}}');
    expect(translate('en', 'a {{x}}', { x: '{{y}} $& $1' })).toBe('a {{y}} $& $1');
    expect(translate('ja', 'no.such.key')).toBe('no.such.key');
  });
});

describe('CSV file', () => {
  it('restores any cell when it is read, and has none that a spreadsheet would run', () => {
    const cell = fc.string({ unit: 'grapheme' }).filter((text) => /^[a-z]?$|^[a-z]/i.test(text));
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { maxLength: 5 }), (rows) => {
        const text = csvText([['a', 'b'], ...rows]);
        expect(text.startsWith('\uFEFFa,b\r\n')).toBe(true);
        expect(readCsv(text.slice(1)).slice(1)).toEqual(rows.map((row) => [...row]));
      }),
    );
  });

  it.each([
    '=1+1',
    '+1',
    '-1',
    '@x',
    '\tx',
    '\rx',
    '\n=1',
    '＝1+1',
    '＋1',
    '－1',
    '＠x',
    '﹦1',
    '﹢1',
    '−1',
    ' =1',
    '\u3000＝1',
    '\u00a0+1',
    '\u200b=1',
    '\ufeff@x',
    '\u202e-1',
    ' \u200b ＝1',
    '\u3164=1',
    '\uffa0+1',
    '\u115f-1',
    '\ufe0f@x',
    '\u034f=1',
  ])('puts an apostrophe before %j, which spreadsheets would take for a formula', (evil) => {
    expect(readCsv(csvText([[evil]]).slice(1))).toEqual([[`'${evil}`]]);
  });

  it('keeps other texts and every number unchanged', () => {
    expect(csvText([['さくら', ' name', '1-2', 'a=b', -5]])).toBe('\uFEFFさくら, name,1-2,a=b,-5\r\n');
  });
});

/** Reads CSV as spreadsheets do. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (quoted) {
      if (char !== '"') cell += char;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === ',' || (char === '\r' && text[at + 1] === '\n')) {
      row.push(cell);
      cell = '';
      if (char === ',') continue;
      rows.push(row);
      row = [];
      at += 1;
    } else cell += char;
  }
  return rows;
}

describe('name of a copy', () => {
  const now = new Date('2026-11-21T08:00:00Z');

  it('contains its origin and its time in the local time zone', () => {
    expect(copyName('Battle', { device: 'Phone', now, timeZone: 'Asia/Tokyo' }, new Set())).toBe(
      'Battle (Phone 2026-11-21 17:00)',
    );
    expect(copyName('Battle', { device: '', now, timeZone: 'UTC' }, new Set())).toBe(
      'Battle (2026-11-21 08:00)',
    );
  });

  it('is unique, whole and within the length limit', () => {
    const names = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(names, fc.string({ unit: 'grapheme', maxLength: 40 }), (name, device) => {
        const taken = new Set<string>();
        for (let count = 0; count < 12; count += 1) {
          const made = copyName(name, { device, now, timeZone: 'UTC' }, taken);
          expect(taken.has(made)).toBe(false);
          expect(made.length).toBeLessThanOrEqual(60);
          expect(made.isWellFormed()).toBe(true);
          taken.add(made);
        }
      }),
      {
        examples: [
          ['名前', `${'x'.repeat(19)}🎁`],
          [`${'x'.repeat(35)}🎁🎁`, 'Phone'],
        ],
      },
    );
  });
});

describe('day', () => {
  it('follows the calendar of the time zone', () => {
    const at = new Date('2026-03-29T00:30:00Z');
    expect(dayIn('UTC')(at)).toBe('2026-03-29');
    expect(dayIn('America/New_York')(at)).toBe('2026-03-28');
    expect(dayIn('Pacific/Kiritimati')(new Date('2026-03-28T10:00:00Z'))).toBe('2026-03-29');
  });
});

describe('logged error', () => {
  it('contains the cause, without the statement and values that the library adds', () => {
    const cause = Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' });
    const error = new Error('Failed query: select secret\nparams: token_value', { cause });
    const described = describeFault(error);
    expect(described.error).toBe('Error ECONNREFUSED: connection refused');
    expect(JSON.stringify(described)).not.toMatch(/token_value|select secret/);
    expect(describeFault(new Error('twice in "/api/log/list/1/9?email=a@b.c" (GET)')).error).toBe(
      'Error: twice in "/api/log/list/1/9 (GET)',
    );
    expect(describeFault('text').error).toBe('string');
  });
});
