import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Gauge } from './metrics.ts';

const RESOLUTION_MS = 10;

/** What the process itself has to say, under the names that dashboards know. */
export function processGauges(): Gauge[] {
  const startedAt = Date.now() / 1000 - process.uptime();
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
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
      help: 'How late the server comes to its work, since this was read last: shows are counted as late.',
      read: () => {
        // The histogram counts the interval itself as well.
        const p99 = Math.max(0, delay.percentile(99) / 1e9 - RESOLUTION_MS / 1000);
        delay.reset();
        return Number.isFinite(p99) ? p99 : 0;
      },
    },
  ];
}
