import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '#backstage/clock.ts';
import type { ShowLogs } from '#backstage/journal/inputLog.ts';
import { newShowId } from '#backstage/show/facts.ts';
import { Show } from '#backstage/show/show.ts';
import type { GiftInput } from '#shared/contract/input.ts';
import { presetSchema } from '#shared/contract/preset.ts';
import { benchGift } from './benchGift.ts';
import { percentile } from './statistics.ts';

export const SHOWS = 50;
const GIFTS_A_SECOND = 5;
const VIEWERS = 3000;
const WARM_UP_MS = 5000;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 20);

/**
 * Fifty shows of one process with five gifts a second each: what a gift costs from its decoded message to its
 * acknowledgement, that is the fold, the ledger, the commit and the recording. The platform, screens and overlays are
 * not included.
 */
export async function bench(): Promise<Record<string, number>> {
  return await measureShows('shows');
}

export interface ClusteredShows {
  /** Where the show with this number is stored. */
  logs: (index: number) => ShowLogs;
  /** Called when the measurement begins and ends, with the number of gifts in between. */
  begin: () => Promise<void>;
  end: (gifts: number) => Promise<Record<string, number>>;
}

/** Measures the shows on this machine's disk, or in the logs of a cluster. `prefix` begins the names of the figures. */
export async function measureShows(
  prefix: string,
  clustered?: ClusteredShows,
): Promise<Record<string, number>> {
  const folder = mkdtempSync(join(tmpdir(), 'ringside-bench-shows-'));
  const commits: number[] = [];
  const shows = await Promise.all(
    Array.from({ length: SHOWS }, (_, index) => openShow(folder, index, clustered?.logs(index))),
  );
  const pacing = new Pacing(shows, commits);
  try {
    await wait(WARM_UP_MS);
    await clustered?.begin();
    commits.length = 0;
    const from = { cpu: process.cpuUsage(), loop: performance.eventLoopUtilization(), at: performance.now() };
    await wait(SECONDS * 1000);
    const { user, system } = process.cpuUsage(from.cpu);
    const { active } = performance.eventLoopUtilization(from.loop);
    const gifts = commits.length;
    const cpu = (user + system) / gifts;
    const loop = (active * 1000) / gifts;
    const seconds = (performance.now() - from.at) / 1000;
    const figures = {
      'shows.gift.cpu.us': cpu,
      'shows.gift.loop.us': loop,
      'shows.perCore': 1_000_000 / (cpu * GIFTS_A_SECOND),
      'shows.perLoop': 1_000_000 / (loop * GIFTS_A_SECOND),
      'shows.giftToAck.p50.ms': percentile(commits, 0.5),
      'shows.giftToAck.p99.ms': percentile(commits, 0.99),
      'shows.giftsPerSecond': gifts / seconds,
      ...(await clustered?.end(gifts)),
    };
    return Object.fromEntries(
      Object.entries(figures).map(([name, value]) => [name.replace(/^shows/, prefix), value]),
    );
  } finally {
    pacing.stop();
    await Promise.all(shows.map((show) => show.close()));
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Hands each show its gifts, spread evenly over the second. */
class Pacing {
  readonly #timer: NodeJS.Timeout;
  #sent = 0;

  constructor(shows: readonly Show[], commits: number[]) {
    const startedAt = performance.now();
    this.#timer = setInterval(() => {
      const due = ((performance.now() - startedAt) / 1000) * SHOWS * GIFTS_A_SECOND;
      for (; this.#sent < due; this.#sent += 1) {
        const at = performance.now();
        const number = this.#sent;
        shows[number % SHOWS]?.add([{ input: gift(number) }], () => commits.push(performance.now() - at));
      }
    }, 1);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

async function openShow(folder: string, index: number, logs: ShowLogs | null = null): Promise<Show> {
  const id = `${newShowId(Date.now(), () => 0.5)}${index}`;
  const events = { committed() {}, blocked() {}, corrupt() {}, uncounted() {}, log() {} };
  const facts = { createdAt: Date.now(), lineId: 'line1', rehearsal: null, closed: true } as const;
  const show = new Show(id, join(folder, id), systemClock, events, facts, logs);
  const at = Date.now();
  const anchors = Array.from({ length: 8 }, (_, each) => ({
    id: `a${each}`,
    nickname: `Anchor ${each}`,
    gift: { ids: [5000 + each] },
  }));
  const preset = presetSchema.parse({ version: 1, id: 'p', name: 'Bench', anchors });
  await show.commit([
    { kind: 'room', at, username: 'bench', roomId: '7309000000000000000', ownerId: '1', title: '' },
    { kind: 'command', command: 'choosePreset', at, by: 'bench', preset },
    { kind: 'command', command: 'session', at, by: 'bench', action: 'start' },
  ]);
  return show;
}

function gift(number: number): GiftInput {
  const viewer = (number * 7919) % VIEWERS;
  const giftId = number % 4 === 0 ? 5000 + (number % 8) : 6000 + (number % 40);
  return benchGift({ number, viewer, giftId, at: Date.now(), group: String(number), repeat: 1, end: true });
}
