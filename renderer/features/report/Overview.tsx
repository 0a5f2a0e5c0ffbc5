import { useEffect, useMemo, useRef } from 'react';
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

/** The largest number of lines. More could not be told apart. */
const MOST_LINES = 8;
const colours = ['violet', 'teal', 'pink', 'lime', 'emerald', 'fuchsia', 'indigo', 'rose'] as const;
/** Dash patterns, so that lines with similar colours differ. */
const dashes: readonly number[][] = [[], [8, 4], [2, 3], [12, 3, 2, 3]];

/** A chart of the votes over time: the leading anchors and the unallocated votes. */
function VotesChart({ report }: { report: Report }) {
  const { t } = useTranslation();
  const { number, time } = useFormat();
  const dark = useSettings((state) => state.dark);
  const canvas = useRef<HTMLCanvasElement>(null);
  const lines = useMemo(() => {
    const names = namesOf(report, { t });
    return (report.series?.lines ?? [])
      .map(({ target, votesTenths }) => ({ target, votes: grow(votesTenths) }))
      .sort((a, b) => (b.votes.at(-1) ?? 0) - (a.votes.at(-1) ?? 0))
      .slice(0, MOST_LINES)
      .map(({ target, votes }, at) => ({
        target,
        votes,
        name: names.target(target),
        colour: target === 'unallocated' ? '--unallocated-fill' : `--p-${colours[at % 8]}-500`,
        dash: dashes[at % dashes.length] ?? [],
      }));
  }, [report, t]);

  useEffect(() => {
    const { series } = report;
    const place = canvas.current;
    if (place === null || series === null) return;
    let chart: { destroy(): void } | null = null;
    let gone = false;
    void import('./chartKit.ts').then(({ Chart }) => {
      if (gone) return;
      const style = getComputedStyle(document.documentElement);
      const colour = (token: string) => style.getPropertyValue(token).trim();
      // The theme sets its class before this effect runs, so these are the colours of the current theme.
      const muted = colour(dark ? '--p-surface-400' : '--p-surface-600');
      const grid = { color: colour(dark ? '--p-surface-800' : '--p-surface-200') };
      chart = new Chart(place, {
        type: 'line',
        data: {
          labels: Array.from(lines[0]?.votes ?? [], (_, step) => time(series.from + step * series.stepMs)),
          datasets: lines.map((line) => ({
            label: line.name,
            data: line.votes,
            borderColor: colour(line.colour),
            backgroundColor: colour(line.colour),
            borderWidth: 2,
            borderDash: line.dash,
            pointRadius: line.votes.length === 1 ? 3 : 0,
          })),
        },
        options: {
          animation: false,
          maintainAspectRatio: false,
          interaction: { mode: 'index', intersect: false },
          scales: {
            x: { grid, ticks: { color: muted, maxTicksLimit: 8, maxRotation: 0 } },
            y: {
              beginAtZero: true,
              grid,
              ticks: { color: muted, maxTicksLimit: 6, callback: (value) => number(Number(value)) },
            },
          },
          plugins: {
            tooltip: {
              callbacks: { label: ({ dataset, parsed }) => `${dataset.label} ${number(parsed.y ?? 0)}` },
            },
          },
        },
      });
    });
    return () => {
      gone = true;
      chart?.destroy();
    };
  }, [report, lines, dark, number, time]);

  return (
    <figure className={styles.rchart}>
      <div className={styles.place}>
        <canvas ref={canvas} role="img" aria-label={t('report.chartLabel')} />
      </div>
      <figcaption className={styles.key}>
        {lines.map(({ target, name, colour, dash }) => (
          <span key={target} className={styles.line} title={name}>
            <svg width="26" height="8" aria-hidden="true">
              <line
                x1="0"
                x2="26"
                y1="4"
                y2="4"
                stroke={`var(${colour})`}
                strokeWidth="3"
                strokeDasharray={dash.join(' ')}
              />
            </svg>
            <span className="clip">{name}</span>
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

/** Converts the tenths of each step to the votes up to the end of that step. */
function grow(steps: readonly number[]): number[] {
  let sum = 0;
  return steps.map((votes) => {
    sum += votes;
    return sum / 10;
  });
}
