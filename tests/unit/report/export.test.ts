import fc from 'fast-check';
import { readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { formatMoment, shownCell } from '#renderer/features/report/cellText.ts';
import { fileName, toCsv } from '#renderer/features/report/export/exportReport.ts';
import { workbookCell, writeWorkbook } from '#renderer/features/report/export/workbook.ts';
import type { Cell, Sheet } from '#renderer/features/report/sheet.ts';

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

describe('report as CSV', () => {
  it('begins with the byte order mark for spreadsheets and keeps names in any language', () => {
    expect(toCsv(sheet([['さくら, "桜"', 45]]))).toBe('\ufeffName,Votes\r\n"さくら, ""桜""",4.5\r\n');
  });

  it('never turns a viewer’s name into a formula', () => {
    for (const name of ['=1+1', '+1', '-1', '@cmd', '\t=1', ' =1', '\r=1', '＝1+1', '\u3000＠cmd']) {
      const [, line = ''] = toCsv(sheet([[name, 0]])).split('\r\n');
      expect(line.replace(/^"/, '')).toMatch(/^'/);
    }
  });

  it('writes numbers as numbers, and nothing for missing values', () => {
    expect(toCsv(sheet([['a', 99_999_990]]))).toContain('a,9999999\r\n');
    expect(toCsv(sheet([[null, null]]))).toContain('\r\n,\r\n');
  });
});

/** The cells of a workbook's sheets, read with their number formats. */
async function sheetsOf(...sheets: Sheet[]) {
  const { sheets: read } = await readXlsx(await writeWorkbook(sheets), { readStyles: true });
  return read;
}

describe('report as a workbook', () => {
  it('has a sheet for each table, with its header row first', async () => {
    const [users, gifts] = await sheetsOf(sheet([['Mika', 40]]), { ...sheet([]), name: 'Gifts' });
    expect(users?.name).toBe('Users');
    expect(users?.rows).toEqual([
      ['Name', 'Votes'],
      ['Mika', 4],
    ]);
    expect(gifts?.name).toBe('Gifts');
    expect(gifts?.rows).toEqual([['Name', 'Votes']]);
  });

  it('has real numbers, dates and durations, so that Excel can add and sort them', async () => {
    const moment = new Date(2026, 1, 3, 21, 4, 5).getTime();
    const [table] = await sheetsOf({
      name: 'Rounds',
      columns: [
        { title: 'Votes', kind: 'votes' },
        { title: 'Started', kind: 'time' },
        { title: 'Ran', kind: 'duration' },
        { title: 'Gifts', kind: 'number' },
      ],
      rows: [[45, moment, 90_000, 1_234_567]],
    });
    const formats = [0, 1, 2, 3].map((at) => table?.cells?.get(`1,${at}`)?.style?.numFmt);
    expect(formats).toEqual(['#,##0.0', 'yyyy-mm-dd hh:mm:ss', '[h]:mm:ss', '#,##0']);
    const [votes, started, , gifts] = table?.rows[1] ?? [];
    expect(votes).toBe(4.5);
    // The reader gives local wall time as if it were UTC.
    expect(started).toEqual(new Date(Date.UTC(2026, 1, 3, 21, 4, 5)));
    expect(workbookCell('duration', 90_000)).toBe(90 / 86_400);
    expect(gifts).toBe(1_234_567);
  });

  it('leaves the cell of a missing time empty', () => {
    expect(workbookCell('time', 0)).toBeNull();
  });

  it('lists the facts of a show below each other, each with its title', async () => {
    const [facts] = await sheetsOf({ ...sheet([['@host', 45]]), vertical: true });
    expect(facts?.rows).toEqual([
      ['Name', '@host'],
      ['Votes', 4.5],
    ]);
  });

  it('stores every name as text, whatever viewers call themselves', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1 }), async (name) => {
        const [table] = await sheetsOf(sheet([[name, 0]]));
        const kept = [...name.toWellFormed()]
          .filter((char) => (char >= ' ' || char === '\n' || char === '\t') && !/[\ufffe\uffff]/.test(char))
          .join('');
        expect(table?.rows[1]?.[0] ?? '').toBe(kept);
        expect(table?.cells?.get('1,0')?.formula).toBeUndefined();
      }),
    );
  });

  it.each(['=1+1', '__proto__', 'constructor', '_x0041_', ' two  blanks '])(
    'keeps the name %s',
    async (name) => {
      const [table] = await sheetsOf(sheet([[name, 0]]));
      expect(table?.rows[1]?.[0]).toBe(name);
    },
  );

  it('gives each sheet a unique name that Excel allows', async () => {
    const long = 'a/b:c*'.repeat(10);
    const names = (await sheetsOf({ ...sheet([]), name: long }, { ...sheet([]), name: long })).map(
      ({ name }) => name,
    );
    expect(new Set(names).size).toBe(2);
    for (const name of names) {
      expect(name.length).toBeLessThanOrEqual(31);
      expect(name).not.toMatch(/[[\]:*?/\\']/);
    }
  });

  it('continues in a second sheet when a table exceeds the rows of a sheet', async () => {
    const rows: Cell[][] = [[1], [2], [3], [4], [5]];
    const columns = [{ title: 'Gifts', kind: 'number' as const }];
    const { sheets } = await readXlsx(await writeWorkbook([{ name: 'Gifts', columns, rows }], 4));
    expect(sheets.map(({ name, rows: cells }) => [name, cells])).toEqual([
      ['Gifts', [['Gifts'], [1], [2], [3]]],
      ['Gifts 2', [['Gifts'], [4], [5]]],
    ]);
  });
});

describe('report cell', () => {
  it('shows exact votes, and a dash for a missing value', () => {
    expect(shownCell('votes', 45, 'en')).toBe('4.5');
    expect(shownCell('votes', 40, 'en')).toBe('4');
    expect(shownCell('votes', 40, 'en', true)).toBe('4.0');
    expect(shownCell('amount', 4_663_500, 'ja')).toBe('46,635');
    expect(shownCell('amount', 1250, 'en')).toBe('12.50');
    expect(shownCell('amount', 1200, 'en', true)).toBe('12.00');
    expect(shownCell('number', 9_999_999, 'en')).toBe('9,999,999');
    expect(shownCell('time', 0, 'en')).toBe('–');
    expect(shownCell('text', null, 'en')).toBe('–');
    expect(shownCell('time', new Date(2026, 1, 3, 4, 5, 6).getTime(), 'ja')).toBe('2026-02-03 04:05:06');
  });
});

describe('report file', () => {
  it('has a name that every system accepts', () => {
    expect(fileName(['2026-02-03 21:04:10', '@host.x', '土曜/夜'], 'csv')).toBe(
      '2026-02-03-21-04-10_host.x_土曜-夜.csv',
    );
    expect(fileName(['..', '/'], 'xlsx')).toBe('report.xlsx');
    expect(formatMoment(new Date(2026, 10, 21, 9, 0, 0).getTime())).toBe('2026-11-21 09:00:00');
  });
});
