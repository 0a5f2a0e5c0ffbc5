import { useTranslation } from 'react-i18next';
import { formatDuration } from '#renderer/kit/i18n/format.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import type { Report } from '#shared/contract/report.ts';

/** The show in figures. */
export function Sums({ report }: { report: Report }) {
  const { t } = useTranslation();
  const { votes, number } = useFormat();
  const { counted, unallocated, uncounted, givers } = report.overview;
  const length = report.startedAt === 0 ? 0 : (report.endedAt || report.at) - report.startedAt;
  const sums: [label: string, value: string, hint?: string][] = [
    [t('report.votes'), votes(counted.votesTenths)],
    [t('report.gifts'), number(counted.count)],
    [t('report.giftAmount'), number(counted.diamonds)],
    [t('ledger.target.unallocated'), votes(unallocated.votesTenths)],
    [t('ledger.target.uncounted'), votes(uncounted.votesTenths)],
    // Next to what does not count: it takes in who gave only that.
    [t('report.givers'), number(givers), t('totals.giversHint')],
    [t('report.duration'), formatDuration(length)],
    [t('report.gaps'), number(report.gapCount)],
  ];
  return (
    <dl className="rsums">
      {sums.map(([label, value, hint]) => (
        <div key={label} title={hint}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
