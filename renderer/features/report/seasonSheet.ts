import type { Season, SeasonRow } from '#shared/contract/season.ts';
import type { Sheet } from './sheet.ts';
import type { SheetWords } from './sheets.ts';

export const ranked = ['anchors', 'viewers'] as const;
export type Ranked = (typeof ranked)[number];

/** The ranking of anchors or viewers over a period. */
export function seasonSheet(season: Season, kind: Ranked, { t }: SheetWords): Sheet {
  const isAnchors = kind === 'anchors';
  return {
    name: t(`season.${kind}`),
    columns: [
      { title: t('report.rank'), kind: 'number', narrow: true },
      { title: t('season.movement'), kind: 'text', narrow: true },
      { title: t(isAnchors ? 'report.anchor' : 'report.user'), kind: 'text', wide: true },
      { title: t('report.username'), kind: 'text', quiet: 'empty' },
      { title: t('season.showCount'), kind: 'number' },
      { title: t('report.gifts'), kind: 'number' },
      { title: t('report.diamonds'), kind: 'number' },
      { title: t('report.votes'), kind: 'votes' },
      { title: t('report.rounds'), kind: 'number', quiet: 'empty' },
      { title: t('report.won'), kind: 'number', quiet: 'empty' },
    ],
    rows: season[kind].map((row) => [
      row.rank,
      movement(row, t),
      row.name,
      row.account,
      row.shows.length,
      row.count,
      row.diamonds,
      row.votesTenths,
      ...(isAnchors ? [row.rounds, row.wins] : [null, null]),
    ]),
  };
}

/** How many ranks up or down since the period before. */
function movement({ rank, rankBefore }: SeasonRow, t: SheetWords['t']): string {
  if (rankBefore === null) return t('season.new');
  if (rankBefore === rank) return '=';
  return rankBefore > rank ? `↑ ${rankBefore - rank}` : `↓ ${rank - rankBefore}`;
}
