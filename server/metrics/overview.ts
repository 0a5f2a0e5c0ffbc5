import type { Vitals } from '#backstage/vitals.ts';
import {
  type BackstageRow,
  type BackstageState,
  backstageStates,
  type Overview,
  type Seat,
  type StatusProblem,
} from '#shared/contract/api/status.ts';
import type { HostedBackstage } from '../hosting/hosting.ts';
import { type Disk, diskOf, HostDisk, isFull } from './hostDisk.ts';
import type { CommitTimes, LagOfLastMinute } from './process.ts';

/** The thresholds of problems. Keep them equal to the alerts in `build/prometheus/ringside.rules.yaml`. */
export const alertLimits = {
  lagSeconds: 0.1,
  commitSeconds: 0.1,
  awaySeconds: 60,
  diskFree: 0.15,
  seats: 0.8,
  recordingsSeconds: 60,
} as const;

/** The number of accounts in the list of the largest folders. */
const MOST_LARGEST = 10;

/** A row without its account. `folder` is the account's folder name; null if the backstage has none. */
export type BackstageFigures = Omit<BackstageRow, 'account'> & { folder: string | null };

/** The overview without the names of accounts and without the database. */
type ServerFigures = Omit<Overview, 'at' | 'database' | 'disk'> & {
  disk: Omit<Overview['disk'], 'largest'> & { largest: readonly { folder: string; bytes: number }[] };
};

export interface ServerStatus {
  /** Seats of every kind. */
  seats(): Seat[];
  overview(): ServerFigures;
  backstages(): BackstageFigures[];
}

interface StatusSources {
  build: string;
  dataDir: string;
  hosting: { readonly backstages: readonly HostedBackstage[]; readonly seats: readonly Seat[] };
  /** Seats beside those of backstages and overlay pages. */
  seats: () => readonly Seat[];
  /** Maximum number of overlay pages that may be connected. */
  mostOverlays: number;
  /** Maximum number of bytes that one account may store. */
  diskBytes: number;
  lag: Pick<LagOfLastMinute, 'p99Seconds'>;
  commitTimes: Pick<CommitTimes, 'p99Seconds'>;
  /** For how long storing ended shows has failed (s); 0 if it works. */
  recordingsSeconds: () => number;
}

/** Collects the status of the server from its parts at each call. */
export function serverStatus(sources: StatusSources): ServerStatus {
  const { build, dataDir, hosting, lag, commitTimes, diskBytes, mostOverlays } = sources;
  const startedAt = Math.round(Date.now() - process.uptime() * 1000);
  const hostDisk = new HostDisk(
    dataDir,
    () =>
      new Map(
        hosting.backstages.flatMap(({ owner, backstage }) =>
          owner.kind === 'host' && backstage !== null ? [[owner.key, backstage.vitals.diskBytes]] : [],
        ),
      ),
  );
  const rowsWith = (sizes: ReadonlyMap<string, number>) =>
    hosting.backstages.map((hosted) => figuresOf(hosted, sizes));
  const allSeats = (): Seat[] => {
    const used = hosting.backstages.reduce(
      (total, { backstage }) => total + (backstage?.vitals.overlays ?? 0),
      0,
    );
    return [...hosting.seats, { kind: 'overlays', used, limit: mostOverlays }, ...sources.seats()];
  };
  return {
    seats: allSeats,
    backstages: () => rowsWith(hostDisk.sizes(Date.now())),
    overview: () => {
      const sizes = hostDisk.sizes(Date.now());
      const rows = rowsWith(sizes);
      const disk = diskOf(dataDir);
      const seats = allSeats();
      const timing = { lagSeconds: lag.p99Seconds, commitSeconds: commitTimes.p99Seconds };
      const recordingsSeconds = sources.recordingsSeconds();
      const largest = [...sizes]
        .map(([folder, bytes]) => ({ folder, bytes }))
        .sort((a, b) => b.bytes - a.bytes)
        .slice(0, MOST_LARGEST);
      return {
        build,
        startedAt,
        ...timing,
        memoryBytes: process.memoryUsage.rss(),
        problems: problemsIn({ ...timing, rows, disk, seats, recordingsSeconds }),
        seats,
        backstages: countStates(rows),
        disk: {
          free: disk?.free ?? null,
          size: disk?.size ?? null,
          quota: Number.isFinite(diskBytes) ? diskBytes : null,
          measuredAt: hostDisk.measuredAt,
          hostsBytes: [...sizes.values()].reduce((total, bytes) => total + bytes, 0),
          largest,
        },
      };
    },
  };
}

function figuresOf(hosted: HostedBackstage, sizes: ReadonlyMap<string, number>): BackstageFigures {
  const { id, owner, backstage } = hosted;
  const folder = owner.kind === 'host' ? owner.key : null;
  const vitals = backstage?.vitals;
  return {
    id,
    kind: owner.kind,
    folder,
    state: stateOf(hosted, vitals),
    since: vitals?.countingSince ?? hosted.since,
    rehearsal: vitals?.rehearsal ?? false,
    upstream: vitals?.upstream ?? null,
    upstreamAwayMs: vitals?.upstreamAwayMs ?? 0,
    giftsLastMinute: vitals?.giftsLastMinute ?? 0,
    waitingInputs: vitals?.waiting.inputs ?? 0,
    screens: vitals?.screens ?? 0,
    overlays: vitals?.overlays ?? 0,
    diskBytes: vitals?.diskBytes ?? (folder === null ? null : (sizes.get(folder) ?? null)),
  };
}

function stateOf({ state }: HostedBackstage, vitals: Vitals | undefined): BackstageState {
  if (state === 'waiting') return 'resuming';
  if (vitals === undefined) return state === 'failed' ? 'failed' : 'opening';
  const { blocked, counting, upstreamAwayMs } = vitals;
  if (blocked) return 'blocked';
  if (upstreamAwayMs > alertLimits.awaySeconds * 1000) return 'away';
  return counting ? 'onAir' : 'idle';
}

function countStates(rows: readonly Pick<BackstageFigures, 'state'>[]): Overview['backstages'] {
  const counts = { blocked: 0, failed: 0, away: 0, resuming: 0, opening: 0, onAir: 0, idle: 0 };
  for (const { state } of rows) counts[state] += 1;
  return counts;
}

/** Returns the sort rank of a state. States that need attention come first. */
export const rankOfState = (state: BackstageState): number => backstageStates.indexOf(state);

/** The figures that are compared with the thresholds. */
export interface ProblemFigures {
  lagSeconds: number;
  commitSeconds: number | null;
  rows: readonly Pick<BackstageFigures, 'state' | 'upstreamAwayMs'>[];
  disk: Disk | null;
  seats: readonly Seat[];
  recordingsSeconds: number;
}

/** Returns the problems by the thresholds of the alerts. Problems that lose gifts come first. */
export function problemsIn({
  lagSeconds,
  commitSeconds,
  rows,
  disk,
  seats,
  recordingsSeconds,
}: ProblemFigures): StatusProblem[] {
  const states = countStates(rows);
  const away = Math.max(0, ...rows.map(({ upstreamAwayMs }) => upstreamAwayMs)) / 1000;
  const free = disk === null ? 1 : disk.free / disk.size;
  const critical = (kind: StatusProblem['kind'], value: number): StatusProblem => {
    return { kind, severity: 'critical', value, seats: null };
  };
  const warning = (kind: StatusProblem['kind'], value: number): StatusProblem => {
    return { kind, severity: 'warning', value, seats: null };
  };
  const found: StatusProblem[] = [];
  if (isFull(disk)) found.push(critical('diskFull', free));
  if (states.blocked > 0) found.push(critical('showBlocked', states.blocked));
  if (states.failed > 0) found.push(critical('showFailed', states.failed));
  if (away > alertLimits.awaySeconds) found.push(critical('upstreamAway', away));
  if (!isFull(disk) && free < alertLimits.diskFree) found.push(warning('diskSpace', free));
  if ((commitSeconds ?? 0) > alertLimits.commitSeconds) found.push(warning('slowDisk', commitSeconds ?? 0));
  if (lagSeconds > alertLimits.lagSeconds) found.push(warning('lag', lagSeconds));
  for (const { kind, used, limit } of seats) {
    if (limit === 0 || used / limit <= alertLimits.seats) continue;
    found.push({ ...warning('seats', used / limit), seats: kind });
  }
  if (recordingsSeconds > alertLimits.recordingsSeconds) found.push(warning('recordings', recordingsSeconds));
  return found;
}

/** The status of an API without backstages, for tests. */
export const noStatus: ServerStatus = {
  seats: () => [],
  backstages: () => [],
  overview: () => ({
    build: '',
    startedAt: 0,
    lagSeconds: 0,
    commitSeconds: null,
    memoryBytes: 0,
    problems: [],
    seats: [],
    backstages: countStates([]),
    disk: { free: null, size: null, quota: null, measuredAt: null, hostsBytes: 0, largest: [] },
  }),
};
