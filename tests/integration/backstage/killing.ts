import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { type Simulator, startSimulator } from '#tests/simulator/simulator.ts';
import type { SenderAndGift } from '#tests/simulator/totals.ts';
import { mulberry } from '#tests/support/random.ts';

interface KillPlan {
  dataDir: string;
  kills: number;
  seed: number;
  giftsPerSecond: number;
  faults?: string;
  said?: (kill: KillReport) => void;
}

interface KillReport {
  kill: number;
  /** Lifetime of the process (ms), and whether it was still starting. */
  livedMs: number;
  starting: boolean;
  counted: { gifts: number; diamonds: number };
  truth: { gifts: number; diamonds: number };
  equal: boolean;
}

interface KillResult {
  kills: KillReport[];
  /** Senders and gifts, from the rows on disk and from the platform's record. */
  rows: SenderAndGift[];
  truth: SenderAndGift[];
}

const countsSchema = z.object({ gifts: z.number(), diamonds: z.number(), counted: z.number() });
const LONGEST_START = 20_000;

/**
 * Runs a show in a process, kills the process at random moments, also during its start, and each time compares the
 * counts of the next process with what the platform has delivered.
 */
export async function runKills(plan: KillPlan): Promise<KillResult> {
  const sim = await startSimulator({
    seed: plan.seed,
    giftsPerSecond: plan.giftsPerSecond,
    ...(plan.faults === undefined ? {} : { faults: plan.faults }),
  });
  const random = mulberry(plan.seed);
  const kills: KillReport[] = [];
  const entries = countEntries(sim);
  let child = await start(plan.dataDir, sim, entries);
  try {
    while (kills.length < plan.kills) {
      const begun = performance.now();
      await wait(random() * 600);
      const livedMs = Math.round(performance.now() - begun);
      await kill(child);
      const starting = random() < 0.3;
      if (starting) {
        const unlucky = begin(plan.dataDir, sim);
        await wait(random() * 500);
        await kill(unlucky);
      }
      child = await start(plan.dataDir, sim, entries);
      const report = await compare(sim, child, { kill: kills.length + 1, livedMs, starting });
      kills.push(report);
      plan.said?.(report);
    }
    sim.pause();
    await sim.allAcked();
    await kill(child);
    return { kills, rows: rowsOnDisk(plan.dataDir), truth: sim.delivered().bySenderAndGift };
  } finally {
    await kill(child);
    await sim.close();
  }
}

/** Pauses the platform until all delivered frames are acknowledged, then compares. */
async function compare(
  sim: Simulator,
  child: ChildProcess,
  about: Pick<KillReport, 'kill' | 'livedMs' | 'starting'>,
): Promise<KillReport> {
  sim.pause();
  await sim.allAcked();
  child.send('count');
  const [message] = await once(child, 'message');
  const { gifts, diamonds } = countsSchema.parse(message);
  const delivered = sim.delivered();
  const truth = { gifts: delivered.gifts, diamonds: delivered.diamonds };
  sim.resume();
  return {
    ...about,
    counted: { gifts, diamonds },
    truth,
    equal: gifts === truth.gifts && diamonds === truth.diamonds,
  };
}

function begin(dataDir: string, { webUrl, wsUrl, username }: Simulator): ChildProcess {
  return fork(join(import.meta.dirname, 'child.ts'), [dataDir, webUrl, wsUrl, username], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/** Starts the process, and resolves once it is connected to the room. */
async function start(dataDir: string, sim: Simulator, entries: Entries): Promise<ChildProcess> {
  const before = entries.count;
  const child = begin(dataDir, sim);
  const late = new AbortController();
  const tooLate = wait(LONGEST_START, undefined, { signal: late.signal }).then(() => {
    throw new Error('the process did not come to the room');
  });
  await Promise.race([sim.entered(before + 1), tooLate]);
  late.abort();
  await tooLate.catch(() => {});
  return child;
}

interface Entries {
  count: number;
}

/** Counts the connections to the room. */
function countEntries(sim: Simulator): Entries {
  const entries = { count: 0 };
  const next = (): void => {
    void sim.entered(entries.count + 1).then(() => {
      entries.count += 1;
      next();
    });
  };
  next();
  return entries;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Senders and gifts, from the rows of the only show in a backstage's folder. */
export function rowsOnDisk(dataDir: string): SenderAndGift[] {
  const shows = join(dataDir, 'shows');
  const [show] = readdirSync(shows);
  return rowsIn(join(shows, show ?? '', 'journal.sqlite'));
}

/** The sums of a journal's ledger by sender and gift. */
export function rowsIn(journal: string): SenderAndGift[] {
  const db = new DatabaseSync(journal);
  const rows = db
    .prepare(
      `SELECT viewer_id AS userId, gift_id AS giftId, gift_name AS name, sum(count) AS count,
       sum(diamonds) AS diamonds FROM rows GROUP BY viewer_id, gift_id ORDER BY min(row_id)`,
    )
    .all();
  db.close();
  return z
    .array(
      z.object({
        userId: z.string(),
        giftId: z.number(),
        name: z.string(),
        count: z.number(),
        diamonds: z.number(),
      }),
    )
    .parse(rows);
}
