import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '#renderer/data/hooks.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import type { Report } from '#shared/contract/report.ts';
import styles from './Overview.module.css';
import { namesOf } from './sheets.ts';

/** The largest number of lines. More could not be told apart. */
const MOST_LINES = 8;
const colours = ['violet', 'teal', 'pink', 'lime', 'emerald', 'fuchsia', 'indigo', 'rose'] as const;
/** Dash patterns, so that lines with similar colours differ. */
const dashes: readonly number[][] = [[], [8, 4], [2, 3], [12, 3, 2, 3]];

/** A chart of the votes over time: the leading anchors and the unallocated votes. */
export function VotesChart({ report }: { report: Report }) {
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
