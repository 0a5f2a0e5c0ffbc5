import type { LagOfLastMinute } from './lag.ts';
import type { Reading } from './metrics.ts';

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
