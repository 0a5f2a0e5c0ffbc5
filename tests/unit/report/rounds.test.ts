import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { readable } from '#renderer/features/report/sheet.ts';
import { roundSheet } from '#renderer/features/report/sheets.ts';
import type { Report, ReportRound } from '#shared/contract/report.ts';
import { roundReports } from '#shared/game/report.ts';
import { Show } from '#tests/support/show.ts';

/** A report of a show with the data of the rounds table. */
function reportOf(show: Show): Report {
  const none = { count: 0, diamonds: 0, votesTenths: 0 };
  const rounds = roundReports(show.state).map(
    ({ counts, late, ...round }): ReportRound => ({
      ...round,
      ...counts,
      late: { ...none, count: late.count },
    }),
  );
  return {
    showId: 's',
    seq: show.state.seq,
    at: show.now,
    startedAt: 0,
    endedAt: 0,
    targets: [],
    names: [],
    only: null,
    overview: { counted: none, unallocated: none, uncounted: none, givers: 0 },
    rounds,
    anchors: [],
    gifts: [],
    gameplay: [],
    series: null,
    gaps: [],
    gapCount: 0,
  };
}

/** The language `cimode` returns the key of each text. */
const i18n = i18next.createInstance();
await i18n.init({ lng: 'cimode' });

function table(show: Show) {
  const whole = roundSheet(reportOf(show), { t: i18n.t, language: 'en' });
  const { columns, rows } = readable(whole);
  return { whole, titles: columns.map(({ title }) => title), rows };
}

function settledBattle(): { show: Show; row: number } {
  const show = Show.inBattle();
  const row = show.gift('aoi', { repeat: 3 });
  show.reassign([row], 'anchor:mika');
  show.act('end');
  return { show, row };
}

describe('rounds of a report', () => {
  it('say that votes have changed since a round was settled, until it is settled again', () => {
    const { show, row } = settledBattle();
    expect(table(show).titles).not.toContain('report.since');
    show.reassign([row], 'anchor:rei');
    const changed = table(show);
    expect(changed.rows[0]?.[changed.titles.indexOf('report.since')]).toBe('report.outdated');
    show.act('settle');
    expect(table(show).titles).not.toContain('report.since');
  });

  it('hide empty columns on screen, and export all columns', () => {
    const { titles, whole } = table(settledBattle().show);
    expect(titles).toContain('report.attackerVotes');
    for (const silent of ['report.kind', 'report.lateGifts', 'report.gaps', 'report.othersVotes']) {
      expect(titles).not.toContain(silent);
      expect(whole.columns.map(({ title }) => title)).toContain(silent);
    }
    expect(whole.rows[0]).toHaveLength(whole.columns.length);
  });
});
