import type { LagOfLastMinute } from './lag.ts';
import type { Reading } from './metrics.ts';

/** Metrics of the process, under the names that common dashboards use. */
export function processGauges(lag: LagOfLastMinute): Reading[] {
  const startedAt = Date.now() / 1000 - process.uptime();
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
