import { useTranslation } from 'react-i18next';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { EmptyState } from '#renderer/kit/ui/EmptyState.tsx';
import type { Report } from '#shared/contract/report.ts';
import { namesOf } from './sheets.ts';
import { VotesChart } from './VotesChart.tsx';

/** The show in pictures: how the votes grew, and who has how many. */
export function Overview({ report }: { report: Report }) {
  const { t } = useTranslation();
  const { votes } = useFormat();
  const names = namesOf(report, { t });
  if (report.series === null) {
    return <EmptyState icon="chart-line" title={t('report.noVotes')} text={t('report.noVotesText')} />;
  }
  const most = Math.max(1, ...report.anchors.map(({ votesTenths }) => votesTenths));
  return (
    <div className="roverview">
      <section aria-labelledby="report-growth">
        <h2 className="panel__title" id="report-growth">
          {t('report.growth')}
        </h2>
        <VotesChart report={report} />
      </section>
      <section aria-labelledby="report-anchors">
        <h2 className="panel__title" id="report-anchors">
          {t('report.byAnchor')}
        </h2>
        <ol className="rbars">
          {report.anchors.map(({ anchorId, votesTenths }) => (
            <li key={anchorId} className="rbars__one">
              <span className="clip" title={names.anchor(anchorId)}>
                {names.anchor(anchorId)}
              </span>
              <b className="num">{votes(votesTenths)}</b>
              <span className="rbars__rail" aria-hidden="true">
                <span style={{ inlineSize: `${(votesTenths / most) * 100}%` }} />
              </span>
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}
