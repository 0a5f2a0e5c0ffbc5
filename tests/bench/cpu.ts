import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { BackstageHost } from '#electron/backstage/host.ts';
import type { BackstageProcess } from '#electron/backstage/messages.ts';
import { type CallArgs, type CallName, responseSchema } from '#shared/contract/backstage.ts';
import { type Simulator, startSimulator } from '../simulator/simulator.ts';
import { presetOf } from '../support/onAir.ts';
import { OverlayPage } from '../support/overlayPage.ts';
import { until } from '../support/until.ts';
import { median } from './statistics.ts';

const RUNS = 3;
/**
 * Messages with a gift per second. A message adds two gifts or more on average, because senders tap faster than it
 * arrives.
 */
const loads = { hundred: 42, busy: 100 };
/** Time for the JIT compiler. */
const WARM_UP_MS = 10_000;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 20);

/**
 * Measures the share of one core that the backstage process uses for a hundred gifts a second, then for a hundred
 * messages with gifts, with one window and one overlay connected. The platform's CPU time is not included.
 */
export async function bench(): Promise<Record<string, number>> {
  const figures: Record<string, number> = {};
  for (const [load, messagesPerSecond] of Object.entries(loads)) {
    const runs: Run[] = [];
    for (let run = 0; run < RUNS; run++) runs.push(await measure(messagesPerSecond));
    figures[`cpu.${load}.percentOfCore`] = median(runs.map(({ percent }) => percent));
    figures[`cpu.${load}.giftsPerSecond`] = median(runs.map(({ giftsPerSecond }) => giftsPerSecond));
  }
  return figures;
}

interface Run {
  percent: number;
  giftsPerSecond: number;
}

async function measure(messagesPerSecond: number): Promise<Run> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ringside-bench-cpu-'));
  const platform = await startSimulator({
    username: 'bench',
    script: 'rush',
    giftsPerSecond: messagesPerSecond,
    held: true,
  });
  const child = fork(join(import.meta.dirname, 'cpuChild.ts'), [], {
    env: { ...process.env, LIVE_WEB_URL: platform.webUrl, LIVE_WS_URL: platform.wsUrl },
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const host = hostOf(child, dataDir);
  let page: OverlayPage | null = null;
  try {
    page = await OverlayPage.shown(await beginShow(host, platform));
    platform.resume();
    await wait(WARM_UP_MS);
    const before = { at: performance.now(), cpu: await cpuOf(child), gifts: platform.delivered().gifts };
    await wait(SECONDS * 1000);
    const after = { at: performance.now(), cpu: await cpuOf(child), gifts: platform.delivered().gifts };
    const ms = after.at - before.at;
    return {
      percent: ((after.cpu - before.cpu) / ms) * 100,
      giftsPerSecond: ((after.gifts - before.gifts) / ms) * 1000,
    };
  } finally {
    page?.close();
    await host.close();
    await platform.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Creates a widget and returns its URL. */
async function beginShow(host: BackstageHost, platform: Simulator): Promise<string> {
  host.start();
  await until(() => host.state.state === 'ready', 'the backstage');
  const client = host.connect({ by: 'bench', push: () => undefined });
  let lastId = 0;
  const call = async <N extends CallName>(name: N, args: CallArgs<N>): Promise<unknown> => {
    lastId += 1;
    const answer = responseSchema.parse(await host.request(client, lastId, { id: lastId, call: name, args }));
    if (!answer.ok) throw new Error(`${name}: ${answer.problem.code}`);
    return answer.result;
  };
  const saved = await call('presets.save', { preset: presetOf(platform) });
  const { preset } = z.object({ preset: z.object({ id: z.string() }) }).parse(saved);
  await call('room.open', { username: platform.username, lineId: 'line1' });
  await platform.entered(1);
  await call('session.choosePreset', { presetId: preset.id });
  await call('session.act', { action: 'start' });
  await call('show.subscribe', {});
  await call('overlay.create', { kind: 'recentGifts', name: 'Recent gifts' });
  let url = '';
  await until(async () => {
    url = linksSchema.parse(await call('overlay.list', {})).links[0]?.url ?? '';
    return url !== '';
  }, 'the address of a widget');
  return url;
}

function hostOf(child: ChildProcess, dataDir: string): BackstageHost {
  const launched: BackstageProcess = {
    pid: child.pid,
    send: (message) => {
      if (child.connected) child.send(message);
    },
    onMessage: (listener) => {
      child.on('message', (message) => {
        if (!cpuSchema.safeParse(message).success) listener(message);
      });
    },
    onExit: (listener) => {
      child.once('exit', (code) => listener(code ?? 1));
    },
    kill: () => child.kill('SIGKILL'),
  };
  return new BackstageHost({
    launch: () => launched,
    start: { dataDir, build: 'bench' },
    relayUser: () => null,
    now: () => Date.now(),
    after: (ms, task) => {
      const timer = setTimeout(task, ms);
      return () => clearTimeout(timer);
    },
    log: () => undefined,
  });
}

const linksSchema = z.object({ links: z.array(z.object({ url: z.string() })) });
const cpuSchema = z.object({ cpuMs: z.number() });

/** CPU time of the process so far, ms. */
function cpuOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    const take = (message: unknown) => {
      const told = cpuSchema.safeParse(message);
      if (!told.success) return;
      child.off('message', take);
      resolve(told.data.cpuMs);
    };
    child.on('message', take);
    child.send('cpu');
  });
}
