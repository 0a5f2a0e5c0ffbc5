import type { Page } from 'playwright';
import { frameLengths } from '#tests/support/frameLengths.ts';

const FRAMES_FOR_MS = 1000;
const MB = 1024 * 1024;

/** Health of the product at one moment of a long show. */
export interface Sample {
  /** Hours of the show. */
  hour: number;
  gifts: number;
  /** Memory of the server (MB) and its processor time since the start (s). */
  serverMb: number;
  serverCpuS: number;
  /** Memory in use of the host's window (MB). */
  pageMb: number;
  /** Longest and median frame of one second in that window (ms). */
  longestFrame: number;
  middleFrame: number;
}

export async function takeSample(url: string, page: Page): Promise<Omit<Sample, 'hour' | 'gifts'>> {
  const frames = (await page.evaluate(frameLengths, FRAMES_FOR_MS)).sort((a, b) => a - b);
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  const metrics = await (await fetch(new URL('api/metrics', url))).text();
  return {
    serverMb: Math.round(metric(metrics, 'process_resident_memory_bytes') / MB),
    serverCpuS: Math.round(metric(metrics, 'process_cpu_seconds_total') * 10) / 10,
    pageMb: Math.round((usedSize / MB) * 10) / 10,
    longestFrame: Math.round(frames.at(-1) ?? 0),
    middleFrame: Math.round(frames[Math.floor(frames.length / 2)] ?? 0),
  };
}

function metric(text: string, name: string): number {
  const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(text) ?? [];
  if (value === undefined) throw new Error(`the server tells no ${name}`);
  return Number(value);
}
