import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import en from '#locales/en.json';
import ja from '#locales/ja.json';
import zh_CN from '#locales/zh_CN.json';
import { readable } from '#renderer/features/report/sheet.ts';
import { auditSheet } from '#renderer/features/report/sheets.ts';
import type { AuditEntry, Report } from '#shared/contract/report.ts';

const texts = { en, ja, zh_CN };

const none = { count: 0, diamonds: 0, votesTenths: 0 };
const report: Report = {
  showId: 's',
  seq: 9,
  at: 0,
  startedAt: 0,
  endedAt: 0,
  targets: [],
  names: [{ anchorId: 'mika', nickname: 'Mika' }],
  only: null,
  overview: { counted: none, unallocated: none, uncounted: none, givers: 0 },
  rounds: [],
  anchors: [],
  gifts: [],
  gameplay: [],
  series: null,
  gaps: [],
  gapCount: 0,
};

const moved: AuditEntry = {
  seq: 7,
  at: 5,
  by: 'window-1',
  action: 'place',
  viewer: 'Aoi',
  target: 'anchor:mika',
  from: ['anchor:mika'],
  rowId: 3,
  fromRound: { number: 0, kind: null },
  toRound: { number: 2, kind: 'battle' },
  rows: 1,
  count: 3,
  votesTenths: 30,
  undone: false,
};
const assigned: AuditEntry = {
  ...moved,
  action: 'correct',
  fromRound: null,
  toRound: null,
  from: ['unallocated', 'attacker'],
};

/** The titles and rows of the sheet on screen, without its quiet columns. */
async function lines(language: keyof typeof texts, entries: AuditEntry[]) {
  const i18n = i18next.createInstance();
  await i18n.init({
    lng: language,
    resources: { [language]: { translation: texts[language] } },
    keySeparator: false,
    nsSeparator: false,
  });
  const { columns, rows } = readable(auditSheet(report, entries, { t: i18n.t, language }));
  return { titles: columns.map(({ title }) => title), rows };
}

describe('corrections of a report', () => {
  it('name the former and the new anchor and round of a gift', async () => {
    const { titles, rows } = await lines('en', [moved, assigned]);
    expect(titles).toEqual([
      'When',
      'Operator',
      'What',
      'User',
      'Counted for',
      'Counts for',
      'From round',
      'To round',
      'Rows',
      'Gifts',
      'Votes',
    ]);
    expect(rows).toEqual([
      [5, 'Window 1', 'Set round', 'Aoi', 'Mika', 'Mika', 'No round', 'Round 2', 1, 3, 30],
      [5, 'Window 1', 'Moved gifts', 'Aoi', 'Unallocated, Attacker', 'Mika', '', '', 1, 3, 30],
    ]);
  });

  it('name a resurrection and an undo', async () => {
    const tried: AuditEntry = { ...moved, toRound: { number: 2, kind: 'resurrection' }, undone: true };
    const { titles, rows } = await lines('en', [tried]);
    expect(rows[0]?.[titles.indexOf('To round')]).toBe('Resurrection after round 2');
    expect(rows[0]?.[titles.indexOf('State')]).toBe('Undone');
  });

  it('omit rounds if nothing was moved between rounds, and the state if nothing was undone', async () => {
    const { titles } = await lines('en', [assigned]);
    expect(titles).not.toContain('From round');
    expect(titles).not.toContain('To round');
    expect(titles).not.toContain('State');
  });

  it.each([
    ['ja', ['移動元ラウンド', '移動先ラウンド'], ['ラウンドなし', '第2ラウンド']],
    ['zh_CN', ['原回合', '移至回合'], ['不计入回合', '第 2 回合']],
  ] as const)('are written in %s', async (language, heads, rounds) => {
    const { titles, rows } = await lines(language, [moved]);
    const at = titles.indexOf(heads[0]);
    expect(titles.slice(at, at + 2)).toEqual(heads);
    expect(rows[0]?.slice(at, at + 2)).toEqual(rounds);
  });
});
