import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Gauge } from './metrics.ts';

const RESOLUTION_MS = 10;
const WINDOW_MS = 10_000;
/** So many windows before the present one: a monitor that reads once a minute misses nothing. */
const WINDOWS = 6;

interface Lag {
  /** Seconds. */
  p99: number;
  max: number;
}

/** What the process itself has to say, under the names that dashboards know. */
export function processGauges(): Gauge[] {
  const startedAt = Date.now() / 1000 - process.uptime();
  const lag = new LagOfLastMinute();
  return [
    {
      name: 'process_start_time_seconds',
      help: 'When the server started.',
      read: () => Math.round(startedAt),
    },
    {
      name: 'process_cpu_seconds_total',
      help: 'Time of the processor that the server has used; its embedded database not included.',
      type: 'counter',
      read: () => {
        const { user, system } = process.cpuUsage();
        return (user + system) / 1e6;
      },
    },
    {
      name: 'process_resident_memory_bytes',
      help: 'Memory of the server; its embedded database not included.',
      read: () => process.memoryUsage.rss(),
    },
    {
      name: 'nodejs_heap_size_used_bytes',
      help: 'Memory of the objects in the server.',
      read: () => process.memoryUsage().heapUsed,
    },
    {
      name: 'nodejs_eventloop_lag_p99_seconds',
      help: 'How late the server came to its work in the last minute: shows are counted as late.',
      read: () => lag.p99Seconds,
    },
    {
      name: 'nodejs_eventloop_lag_max_seconds',
      help: 'The longest time in the last minute for which the server came to no work at all.',
      read: () => lag.maxSeconds,
    },
  ];
}

/** Event loop lag in windows of ten seconds. Reading changes nothing, so several monitors see the same. */
class LagOfLastMinute {
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
    // The histogram counts the sampling interval as well, and says NaN before its first sample.
    const lag = (ns: number) => Math.max(0, ns / 1e9 - RESOLUTION_MS / 1000) || 0;
    const { count } = this.#delay;
    return count === 0
      ? { p99: 0, max: 0 }
      : { p99: lag(this.#delay.percentile(99)), max: lag(this.#delay.max) };
  }
}
