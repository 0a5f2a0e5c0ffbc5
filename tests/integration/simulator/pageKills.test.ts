import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Simulator, startSimulator } from '#tests/simulator/simulator.ts';
import { rowsOnDisk } from '../backstage/killing.ts';
import { temporaryFolder } from '../backstage/setup.ts';
import { needsBrowser } from './ways.ts';

const ROSE = 5655;
const countsSchema = z.object({
  gifts: z.number(),
  gaps: z.array(z.object({ cause: z.string(), from: z.number(), until: z.number() })),
});

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Starts a backstage in its own process, which reads the room's page. */
function start(dataDir: string, { webUrl, wsUrl, username }: Simulator) {
  const file = join(import.meta.dirname, '..', 'backstage', 'child.ts');
  const child: ChildProcess = fork(file, [dataDir, webUrl, wsUrl, username, 'page'], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  ends.push(() => child.kill('SIGKILL'));
  const counts = async () => {
    child.send('count');
    const [message] = await once(child, 'message');
    return countsSchema.parse(message);
  };
  return {
    counts,
    gifts: async () => (await counts()).gifts,
    freeze: () => child.kill('SIGSTOP'),
    kill: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

describe('backstage that is killed while it reads the page of a room', {
  ...needsBrowser,
  timeout: 300_000,
}, () => {
  it('marks messages that the page acknowledged and nobody stored as a gap, and counts nothing twice', async () => {
    const sim = await startSimulator({ script: 'empty' });
    ends.push(() => sim.close());
    const dataDir = temporaryFolder();
    const send = (viewer: string, count: number) => sim.sendGift({ viewer, gift: ROSE, count });
    const first = start(dataDir, sim);
    await sim.entered(1);
    send('Mika', 3);
    await expect.poll(first.gifts, { timeout: 60_000 }).toBe(3);

    // The browser goes on while the process that stores gifts stands still.
    first.freeze();
    const frozenAt = Date.now();
    for (let viewer = 1; viewer <= 200; viewer += 1) send(`unstored${viewer}`, 4);
    await sim.allAcked();
    await first.kill();

    // A kill in a burst, which the platform sends again as far as the page did not acknowledge it.
    const second = start(dataDir, sim);
    await sim.entered(2);
    await expect.poll(async () => (await second.counts()).gaps.length, { timeout: 60_000 }).toBe(1);
    for (let viewer = 1; viewer <= 200; viewer += 1) send(`burst${viewer}`, 2);
    await second.kill();

    const third = start(dataDir, sim);
    await sim.entered(3);
    send('Tama', 6);
    const pieces = () => rowsOnDisk(dataDir).map(({ count }) => count);
    await expect.poll(pieces, { timeout: 60_000 }).toContain(6);
    // The history of the page repeats only the last gifts before a kill. The others are lost in a gap.
    const counted = pieces();
    expect(counted.filter((count) => ![2, 3, 4, 6].includes(count))).toEqual([]);
    expect(counted.filter((count) => count === 4).length).toBeLessThan(200);
    expect(counted.filter((count) => count === 2).length).toBeLessThanOrEqual(200);
    expect([3, 6].map((one) => counted.filter((count) => count === one).length)).toEqual([1, 1]);
    const { gaps } = await third.counts();
    expect(gaps.map(({ cause }) => cause)).toEqual(['restart', 'restart']);
    expect(gaps[0]?.from).toBeLessThanOrEqual(frozenAt);
    expect(gaps[0]?.until).toBeGreaterThan(frozenAt);
  });
});
