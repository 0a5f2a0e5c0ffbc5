import { Histogram } from 'prom-client';
import type { Backstage } from '#backstage/api.ts';
import { commits, isCommit, type Vitals } from '#backstage/vitals.ts';
import type { Seat } from '#shared/contract/api/status.ts';
import { phases } from '#shared/contract/connection.ts';
import type { HostedBackstage } from '../hosting/hosting.ts';
import { diskOf, isFull } from './hostDisk.ts';
import type { Metrics, Reading } from './metrics.ts';

/** The backstages whose figures are measured. */
interface Measured {
  open: readonly Backstage[];
  /** Includes backstages that are not open. */
  backstages: readonly Pick<HostedBackstage, 'state'>[];
}

const problems = ['disk.full', 'show.blocked'] as const;
export type HealthProblem = (typeof problems)[number];

/** Upper bounds of the histogram of commit times, in seconds. A commit takes 1 ms on a good disk. */
const COMMIT_BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** Returns the problems that keep shows from being counted; empty if there are none. */
export function problemsOf({ open }: Pick<Measured, 'open'>, dataDir: string): HealthProblem[] {
  const found: HealthProblem[] = [];
  if (isFull(diskOf(dataDir))) found.push('disk.full');
  if (open.some(({ vitals }) => vitals.blocked)) found.push('show.blocked');
  return found;
}

/** Adds the metrics of shows, disk and seats. Returns a function that stops measuring. */
export function measureShows(
  metrics: Metrics,
  hosting: Measured,
  seats: () => readonly Seat[],
  dataDir: string,
): () => void {
  const commitTimes = new Histogram({
    name: 'ringside_commit_duration_seconds',
    help: 'Time to write a batch of a show to the disk.',
    buckets: COMMIT_BOUNDS,
    registers: [metrics.registry],
  });
  let inputs = 0;
  let gaps = 0;
  const committed = (message: unknown) => {
    if (!isCommit(message)) return;
    commitTimes.observe(message.seconds);
    inputs += message.inputs;
    gaps += message.gaps;
  };
  commits.subscribe(committed);

  const each = () => hosting.open.map(({ vitals }) => vitals);
  const count = (fits: (vitals: Vitals) => boolean) => each().filter(fits).length;
  const sum = (value: (vitals: Vitals) => number) => each().reduce((total, one) => total + value(one), 0);
  const gauges: Reading[] = [
    { name: 'ringside_backstages', help: 'Open backstages.', read: () => hosting.open.length },
    {
      name: 'ringside_shows_counting',
      help: 'Shows that are counting or paused.',
      read: () => count(({ counting }) => counting),
    },
    {
      name: 'ringside_shows_blocked',
      help: 'Shows that cannot be written to the disk.',
      read: () => count(({ blocked }) => blocked),
    },
    {
      name: 'ringside_shows_failed',
      help: 'Running shows that cannot be opened after a restart or a fault.',
      read: () => hosting.backstages.filter(({ state }) => state === 'failed').length,
    },
    {
      name: 'ringside_waiting_inputs',
      help: 'Inputs of shows that are received but not on disk yet.',
      read: () => sum(({ waiting }) => waiting.inputs),
    },
    {
      name: 'ringside_waiting_bytes',
      help: 'Approximate size of the inputs that are not on disk yet.',
      read: () => sum(({ waiting }) => waiting.bytes),
    },
    {
      name: 'ringside_upstream_rooms',
      help: 'Rooms by the state of their connection to the platform.',
      labels: ['phase'],
      read: () => {
        const all = each();
        return phases.map((phase) => ({
          labels: { phase },
          value: all.filter(({ upstream }) => upstream === phase).length,
        }));
      },
    },
    {
      name: 'ringside_upstream_away_max_seconds',
      help: 'The longest time for which a counting show has received nothing from its room.',
      read: () => Math.max(0, ...each().map(({ upstreamAwayMs }) => upstreamAwayMs)) / 1000,
    },
    {
      name: 'ringside_inputs_total',
      help: 'Inputs of shows that were written to the disk.',
      type: 'counter',
      read: () => inputs,
    },
    {
      name: 'ringside_gaps_total',
      help: 'Gaps in shows, where gifts may be missing.',
      type: 'counter',
      read: () => gaps,
    },
    {
      name: 'ringside_seats_used',
      help: 'Used seats: open backstages of hosts and of visitors, overlay pages, backstages kept open by overlays, rooms of the relay.',
      labels: ['kind'],
      read: () => seats().map(({ kind, used }) => ({ labels: { kind }, value: used })),
    },
    {
      name: 'ringside_seats_limit',
      help: 'Limit of seats.',
      labels: ['kind'],
      read: () => seats().map(({ kind, limit }) => ({ labels: { kind }, value: limit })),
    },
    {
      name: 'ringside_disk_free_bytes',
      help: 'Free space on the disk of DATA_DIR.',
      read: () => diskOf(dataDir)?.free ?? Number.NaN,
    },
    {
      name: 'ringside_disk_size_bytes',
      help: 'Size of the disk of DATA_DIR.',
      read: () => diskOf(dataDir)?.size ?? Number.NaN,
    },
  ];
  metrics.add(...gauges);
  return () => commits.unsubscribe(committed);
}
