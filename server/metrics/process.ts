import { createHistogram, monitorEventLoopDelay, type RecordableHistogram } from 'node:perf_hooks';
import { commits, isCommit } from '#backstage/vitals.ts';
import type { Reading } from './metrics.ts';

const RESOLUTION_MS = 10;
const WINDOW_MS = 10_000;
/** The number of past windows. They cover a minute, so a monitor that reads once a minute misses none. */
const WINDOWS = 6;

interface Lag {
  /** Seconds. */
  p99: number;
  max: number;
}

/**
 * Measures event loop lag in windows of ten seconds. Reading resets nothing, so several monitors see the same values.
 */
export class LagOfLastMinute {
  readonly #delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  readonly #windows: Lag[] = [];

  constructor() {
    this.#delay.enable();
    setInterval(() => {
      this.#windows.push(this.#current());
      if (this.#windows.length > WINDOWS) this.#windows.shift();
      this.#delay.reset();
    }, WINDOW_MS).unref();
  }

  get p99Seconds(): number {
    return Math.max(this.#current().p99, ...this.#windows.map(({ p99 }) => p99));
  }

  get maxSeconds(): number {
    return Math.max(this.#current().max, ...this.#windows.map(({ max }) => max));
  }

  #current(): Lag {
    // The histogram includes the sampling interval, and is NaN before its first sample.
    const lag = (ns: number) => Math.max(0, ns / 1e9 - RESOLUTION_MS / 1000) || 0;
    const { count } = this.#delay;
    return count === 0
      ? { p99: 0, max: 0 }
      : { p99: lag(this.#delay.percentile(99)), max: lag(this.#delay.max) };
  }
}

/** Metrics of the process, under the names that common dashboards use. */
export function processGauges(lag: LagOfLastMinute): Reading[] {
  const startedAt = Date.now() / 1000 - process.uptime();
  return [
    {
      name: 'process_start_time_seconds',
      help: 'Start time of the server.',
      read: () => Math.round(startedAt),
    },
    {
      name: 'process_cpu_seconds_total',
      help: 'CPU time of the server, without its embedded database.',
      type: 'counter',
      read: () => {
        const { user, system } = process.cpuUsage();
        return (user + system) / 1e6;
      },
    },
    {
      name: 'process_resident_memory_bytes',
      help: 'Resident memory of the server, without its embedded database.',
      read: () => process.memoryUsage.rss(),
    },
    {
      name: 'nodejs_heap_size_used_bytes',
      help: 'Used JavaScript heap of the server.',
      read: () => process.memoryUsage().heapUsed,
    },
    {
      name: 'nodejs_eventloop_lag_p99_seconds',
      help: 'Event loop lag of the last minute, 99th percentile. Shows are counted with this delay.',
      read: () => lag.p99Seconds,
    },
    {
      name: 'nodejs_eventloop_lag_max_seconds',
      help: 'Maximum event loop lag of the last minute.',
      read: () => lag.maxSeconds,
    },
  ];
}

/** Metrics of the database of accounts, and of the store of ended shows, which only some clusters have. */
export function storageGauges(
  databaseIsUp: () => boolean,
  recordings: () => { waiting: number; failingSeconds: number } | null | undefined,
): Reading[] {
  return [
    {
      name: 'ringside_database_up',
      help: '1 while the database of accounts can be used, otherwise 0.',
      read: () => Number(databaseIsUp()),
    },
    {
      name: 'ringside_recordings_waiting',
      help: 'Ended shows that wait to be stored at RECORDINGS_URL.',
      read: () => recordings()?.waiting ?? 0,
    },
    {
      name: 'ringside_recordings_failing_seconds',
      help: 'For how long storing ended shows has failed; 0 if it works.',
      read: () => recordings()?.failingSeconds ?? 0,
    },
  ];
}

const COMMIT_WINDOW_MS = 60_000;
const COMMIT_WINDOWS = 5;

/** Collects the commit times of shows in the last five minutes. */
export class CommitTimes {
  #windows: RecordableHistogram[] = [createHistogram()];
  readonly #moving = setInterval(() => {
    this.#windows = [createHistogram(), ...this.#windows.slice(0, COMMIT_WINDOWS - 1)];
  }, COMMIT_WINDOW_MS).unref();

  constructor() {
    commits.subscribe(this.#take);
  }

  /** In seconds; null if there was no commit. */
  get p99Seconds(): number | null {
    const all = createHistogram();
    for (const window of this.#windows) all.add(window);
    return all.count === 0 ? null : all.percentile(99) / 1e6;
  }

  stop(): void {
    clearInterval(this.#moving);
    commits.unsubscribe(this.#take);
  }

  readonly #take = (message: unknown): void => {
    if (isCommit(message)) this.#windows[0]?.record(Math.max(1, Math.round(message.seconds * 1e6)));
  };
}
