import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { createSource } from '#backstage/sources/lines.ts';
import { ChromiumPages, findPageBrowser } from '#server/pages/chromium.ts';
import type { Line } from '#shared/contract/connection.ts';
import { startSimulator } from '../simulator/simulator.ts';
import { until } from '../support/until.ts';

/** Kernel ticks per second in `/proc/<pid>/stat`. */
const TICKS = 100;
/** Time for the page to load and the JIT compiler. */
const WARM_UP_MS = 10_000;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 600);

/**
 * Measures the browser of one hidden room page: processor time of all its processes (% of one core) and their memory
 * (MB, shared pages in proportion). The room sends 100 gifts a second. The page is the simulator's: it has the sockets,
 * heartbeats and acknowledgements of the real page, but not its player. Linux only.
 */
export async function bench(): Promise<Record<string, number>> {
  const pages = new ChromiumPages(() => findPageBrowser(process.env));
  const platform = await startSimulator({
    username: 'bench',
    script: 'rush',
    giftsPerSecond: 42,
    seconds: SECONDS + 120,
  });
  const line: Line = {
    id: 'line1',
    kind: 'page',
    webUrl: platform.webUrl,
    wsUrl: platform.wsUrl,
    signUrl: '',
    signKey: '',
    relayUrl: '',
  };
  const source = createSource(line, { pages });
  const stopped = new AbortController();
  try {
    const room = await source.resolve('bench', stopped.signal);
    const opening = await source.open(room, undefined, stopped.signal);
    let frames = 0;
    const socket = source.openSocket?.(opening, {
      onOpen: () => {},
      onFrame: () => {
        frames += 1;
      },
      onEnd: ({ kind }) => {
        throw new Error(`the page line ended: ${kind}`);
      },
    });
    await until(() => frames > 0, 'a frame of the page', 60_000);
    await wait(WARM_UP_MS);
    const before = { at: performance.now(), ticks: ticksOf(browserProcesses()), frames };
    let memory = 0;
    const end = before.at + SECONDS * 1000;
    while (performance.now() < end) {
      await wait(Math.min(5000, Math.max(0, end - performance.now())));
      memory = Math.max(memory, memoryOf(browserProcesses()));
    }
    const seconds = (performance.now() - before.at) / 1000;
    const figures = {
      'page.percentOfCore': ((ticksOf(browserProcesses()) - before.ticks) / TICKS / seconds) * 100,
      'page.memoryMb': memory,
      'page.framesPerSecond': (frames - before.frames) / seconds,
    };
    socket?.close();
    return figures;
  } finally {
    stopped.abort();
    await pages.close();
    await platform.close();
  }
}

/** The processes of the browser: the descendants of this process. */
function browserProcesses(): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const parents = new Map(all.map((pid) => [Number(pid), Number(statOf(Number(pid))[1])]));
  const descends = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent !== undefined && (parent === process.pid || descends(parent));
  };
  return [...parents.keys()].filter(descends);
}

/** The fields of `/proc/<pid>/stat` from the process's state on; none if the process is gone. */
function statOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return [];
  }
}

/** Processor time in kernel ticks. */
function ticksOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const fields = statOf(pid);
    return sum + Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  }, 0);
}

/** Memory in MB; a page that several processes share counts in proportion. */
function memoryOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + proportionalKb(pid) / 1024, 0);
}

function proportionalKb(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
