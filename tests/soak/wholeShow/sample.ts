import { once } from 'node:events';
import type { Page } from 'playwright';
import { WebSocket } from 'ws';
import { z } from 'zod';
import type { LocalNode } from '#tests/cluster/localCluster.ts';
import { frameLengths } from '#tests/support/frameLengths.ts';

/** The Node option with which a server lets the show measure its memory. */
export const INSPECTOR = '--inspect=127.0.0.1:0';

const FRAMES_FOR_MS = 1000;
const MB = 1024 * 1024;

/** Health of the product at one moment of a long show. */
export interface Sample {
  /** Hours of the show. */
  hour: number;
  gifts: number;
  /** Memory in use of the server (MB), what its process has from the system (MB), and its processor time (s). */
  serverMb: number;
  serverProcessMb: number;
  serverCpuS: number;
  /** Memory in use of the host's window (MB). */
  pageMb: number;
  /** Longest and median frame of one second in that window (ms). */
  longestFrame: number;
  middleFrame: number;
}

export async function takeSample(node: LocalNode, page: Page): Promise<Omit<Sample, 'hour' | 'gifts'>> {
  const frames = (await page.evaluate(frameLengths, FRAMES_FOR_MS)).sort((a, b) => a - b);
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  const metrics = await (await fetch(new URL('api/metrics', node.url))).text();
  return {
    serverMb: await memoryInUse(node),
    serverProcessMb: Math.round(metric(metrics, 'process_resident_memory_bytes') / MB),
    serverCpuS: Math.round(metric(metrics, 'process_cpu_seconds_total') * 10) / 10,
    pageMb: Math.round((usedSize / MB) * 10) / 10,
    longestFrame: Math.round(frames.at(-1) ?? 0),
    middleFrame: Math.round(frames[Math.floor(frames.length / 2)] ?? 0),
  };
}

const heapUsage = z.object({
  result: z.object({ usedSize: z.number(), backingStorageSize: z.number() }),
});

/** Memory (MB) of a server's objects and buffers after a collection of garbage. */
async function memoryInUse(node: LocalNode): Promise<number> {
  const [, address] = /Debugger listening on (ws:\S+)/.exec(node.currentOutput) ?? [];
  if (address === undefined) throw new Error(`${node.name} has no inspector`);
  const socket = new WebSocket(address);
  try {
    await once(socket, 'open');
    const call = async (method: string) => {
      socket.send(JSON.stringify({ id: 1, method }));
      const [answer] = await once(socket, 'message');
      return JSON.parse(String(answer));
    };
    await call('HeapProfiler.collectGarbage');
    const { result } = heapUsage.parse(await call('Runtime.getHeapUsage'));
    return Math.round((result.usedSize + result.backingStorageSize) / MB);
  } finally {
    socket.terminate();
  }
}

function metric(text: string, name: string): number {
  const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(text) ?? [];
  if (value === undefined) throw new Error(`the server tells no ${name}`);
  return Number(value);
}
