import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCsv } from '#renderer/features/report/export/csv.ts';
import { fileName } from '#renderer/features/report/export/save.ts';
import { columnName, toXlsx } from '#renderer/features/report/export/xlsx.ts';
import { type Cell, formatMoment, type Sheet, shownCell } from '#renderer/features/report/sheet.ts';
import { unzip } from '#tests/support/tables.ts';

function sheet(rows: Cell[][]): Sheet {
  return {
    name: 'Users',
    columns: [
      { title: 'Name', kind: 'text' },
      { title: 'Votes', kind: 'votes' },
    ],
    rows,
  };
}

describe('a report as CSV', () => {
  it('begins as spreadsheets want UTF-8 to begin and keeps names in any language', () => {
    expect(toCsv(sheet([['さくら, "桜"', 45]]))).toBe('\ufeffName,Votes\r\n"さくら, ""桜""",4.5\r\n');
  });

  it('never lets a name of a viewer become a formula', () => {
    for (const name of ['=1+1', '+1', '-1', '@cmd', '\t=1', ' =1', '\r=1', '＝1+1', '\u3000＠cmd']) {
      const [, line = ''] = toCsv(sheet([[name, 0]])).split('\r\n');
      expect(line.replace(/^"/, '')).toMatch(/^'/);
    }
  });

  it('has numbers as numbers, small and large, and nothing where there is nothing', () => {
    expect(toCsv(sheet([['a', 99_999_990]]))).toContain('a,9999999\r\n');
    expect(toCsv(sheet([[null, null]]))).toContain('\r\n,\r\n');
  });
});

describe('a report as a workbook', () => {
  it('is a whole zip archive with a sheet for each table', () => {
    const files = unzip(toXlsx([sheet([['Mika', 45]]), { ...sheet([]), name: 'Gifts' }]));
    expect([...files.keys()]).toContain('xl/worksheets/sheet2.xml');
    expect(files.get('xl/workbook.xml')).toContain('name="Users"');
    expect(files.get('xl/worksheets/sheet1.xml')).toContain('<c r="B2" s="0"><v>4.5</v></c>');
  });

  it('stores every name as a text that XML can hold, whatever viewers call themselves', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const text = unzip(toXlsx([sheet([[name, 0]])])).get('xl/worksheets/sheet1.xml') ?? '';
        const [, cell = ''] = /r="A2"[^>]*><is><t[^>]*>([\s\S]*?)<\/t>/.exec(text) ?? [];
        expect(cell).not.toMatch(/[<>"]|&(?!amp;|lt;|gt;|quot;)/);
        const allowed = (char: string) => char >= ' ' || char === '\n' || char === '\t';
        expect([...text].every((char) => allowed(char) && char !== '\ufffe' && char !== '\uffff')).toBe(true);
        expect(text).not.toContain('<f>');
      }),
    );
  });

  it('names sheets as office programs allow, each differently', () => {
    const long = 'a/b:c*'.repeat(10);
    const book = unzip(
      toXlsx([
        { ...sheet([]), name: long },
        { ...sheet([]), name: long },
      ]),
    ).get('xl/workbook.xml');
    const names = [...(book ?? '').matchAll(/sheet name="([^"]*)"/g)].map(([, name = '']) => name);
    expect(new Set(names).size).toBe(2);
    for (const name of names) {
      expect(name.length).toBeLessThanOrEqual(31);
      expect(name).not.toMatch(/[[\]:*?/\\']/);
    }
  });

  it('names columns beyond Z', () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
  });
});

describe('a cell of a report', () => {
  it('shows votes exactly, and a dash where there is nothing', () => {
    expect(shownCell('votes', 45, 'en')).toBe('4.5');
    expect(shownCell('votes', 40, 'en')).toBe('4');
    expect(shownCell('votes', 40, 'en', true)).toBe('4.0');
    expect(shownCell('number', 9_999_999, 'en')).toBe('9,999,999');
    expect(shownCell('time', 0, 'en')).toBe('–');
    expect(shownCell('text', null, 'en')).toBe('–');
    expect(shownCell('time', new Date(2026, 1, 3, 4, 5, 6).getTime(), 'ja')).toBe('2026-02-03 04:05:06');
  });
});

describe('the file of a report', () => {
  it('is named so that every system takes it', () => {
    expect(fileName(['2026-02-03 21:04:10', '@host.x', '土曜/夜'], 'csv')).toBe(
      '2026-02-03-21-04-10_host.x_土曜-夜.csv',
    );
    expect(fileName(['..', '/'], 'xlsx')).toBe('report.xlsx');
    expect(formatMoment(new Date(2026, 10, 21, 9, 0, 0).getTime())).toBe('2026-11-21 09:00:00');
  });
});
