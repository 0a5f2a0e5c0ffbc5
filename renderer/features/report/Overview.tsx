import { useTranslation } from 'react-i18next';
import { useSettings } from '#renderer/data/hooks.ts';
import { formatDuration } from '#renderer/kit/i18n/format.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { EmptyState } from '#renderer/kit/ui/placeholders.tsx';
import type { Show } from '#shared/contract/backstage.ts';
import type { Report, ReportFilter } from '#shared/contract/report.ts';
import { shownCell } from './cellText.ts';
import { factsSheet } from './export/workbookSheets.ts';
import styles from './Overview.module.css';
import { namesOf } from './sheets.ts';
import { VotesChart } from './VotesChart.tsx';

/** The totals of the report, shown above all of its sections. */
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
    // Beside the gifts that do not count: the givers include viewers who gave only such gifts.
    [t('report.givers'), number(givers), t('totals.giversHint')],
    [t('report.duration'), formatDuration(length)],
    [t('report.gaps'), number(report.gapCount)],
  ];
  return (
    <dl className={styles.sums} data-sums>
      {sums.map(([label, value, hint]) => (
        <div key={label} title={hint}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export interface OverviewProps {
  show: Show;
  report: Report;
  filter: ReportFilter;
}

/** The overview section: a chart of the votes over time, the votes of each anchor, and the facts of the show. */
export function Overview({ show, report, filter }: OverviewProps) {
  const { t } = useTranslation();
  const { votes } = useFormat();
  const names = namesOf(report, { t });
  if (report.series === null) {
    return <EmptyState icon="chart-line" title={t('report.noVotes')} text={t('report.noVotesText')} />;
  }
  const most = Math.max(1, ...report.anchors.map(({ votesTenths }) => votesTenths));
  return (
    <div className={styles.roverview}>
      <section aria-labelledby="report-growth">
        <h2 className="panel__title" id="report-growth">
          {t('report.growth')}
        </h2>
        <VotesChart report={report} />
      </section>
      <section aria-labelledby="report-anchors" className={styles.side}>
        <h2 className="panel__title" id="report-anchors">
          {t('report.byAnchor')}
        </h2>
        <ol className={styles.rbars}>
          {report.anchors.map(({ anchorId, votesTenths }) => (
            <li key={anchorId} className={styles.one}>
              <span className="clip" title={names.anchor(anchorId)}>
                {names.anchor(anchorId)}
              </span>
              <b className="num">{votes(votesTenths)}</b>
              <span className={styles.rail} aria-hidden="true">
                <span style={{ inlineSize: `${(votesTenths / most) * 100}%` }} />
              </span>
            </li>
          ))}
        </ol>
        <Facts show={show} report={report} filter={filter} />
      </section>
    </div>
  );
}

/** The room, the preset and the times of the show. Omits facts that do not apply. */
function Facts({ show, report, filter }: OverviewProps) {
  const { t } = useTranslation();
  const language = useSettings((state) => state.language);
  const {
    columns,
    rows: [row = []],
  } = factsSheet(show, report, filter, { t, language });
  const facts = columns
    .map(({ title, kind }, at) => ({ title, text: shownCell(kind, row[at] ?? null, language) }))
    .filter(({ text }) => text !== '–');
  return (
    <section aria-labelledby="report-facts">
      <h2 className="panel__title" id="report-facts">
        {t('report.show')}
      </h2>
      <dl className={styles.rfacts}>
        {facts.map(({ title, text }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd className="clip" title={text}>
              {text}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
