import type { Payout } from '#shared/contract/payout.ts';
import { differences } from '#shared/season/payout.ts';
import type { Column, Sheet } from './sheet.ts';
import type { SheetWords } from './sheets.ts';

/** What each anchor is paid: the settled lines, or those by now. */
export function payoutSheet({ rules, settled, lines }: Payout, { t }: SheetWords): Sheet {
  const amount = (title: string): Column => ({
    title: rules.currency === '' ? title : `${title} (${rules.currency})`,
    kind: 'amount',
  });
  /** A column that is not on screen where the anchors are paid by another unit. */
  const unused = (unit: typeof rules.unit, column: Column): Column =>
    rules.unit === unit ? { ...column, quiet: 'always' } : column;
  return {
    name: t('season.payouts'),
    columns: [
      { title: t('report.anchor'), kind: 'text', wide: true },
      { title: t('report.username'), kind: 'text', quiet: 'always' },
      { title: t('season.showCount'), kind: 'number', narrow: true },
      { title: t('payout.length'), kind: 'duration' },
      { title: t('report.won'), kind: 'number', narrow: true },
      unused('votes', { title: t('report.diamonds'), kind: 'number' }),
      unused('diamonds', { title: t('report.votes'), kind: 'votes' }),
      amount(t('payout.credit')),
      amount(t('payout.bonus')),
      amount(t('payout.base')),
      amount(t('payout.deducted')),
      amount(t('report.total')),
      { title: t('payout.notes'), kind: 'text', quiet: 'empty' },
    ],
    rows: (settled?.lines ?? lines).map((line) => [
      line.name,
      line.account,
      line.shows,
      line.ms,
      line.wins,
      line.diamonds,
      line.votesTenths,
      line.credit,
      line.bonus,
      line.base,
      line.deductions.reduce((sum, deduction) => sum + deduction.amount, 0),
      line.total,
      line.deductions
        .map(({ note }) => note)
        .filter((note) => note !== '')
        .join('; '),
    ]),
  };
}

/** What has changed since the sheet was settled; empty if it is not settled. */
export function differenceSheet({ settled, lines }: Payout, { t }: SheetWords): Sheet {
  return {
    name: t('payout.differences'),
    columns: [
      { title: t('report.anchor'), kind: 'text', wide: true },
      { title: t('report.diamonds'), kind: 'number' },
      { title: t('report.votes'), kind: 'votes' },
      { title: t('report.total'), kind: 'amount' },
    ],
    rows: (settled === null ? [] : differences(settled.lines, lines)).map(
      ({ name, diamonds, votesTenths, total }) => [name, diamonds, votesTenths, total],
    ),
  };
}
