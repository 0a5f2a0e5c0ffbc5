import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { rowsOnDisk } from '#tests/integration/backstage/killing.ts';
import { type Simulator, startSimulator } from '#tests/simulator/simulator.ts';
import { temporaryFolder } from '#tests/support/ringside.ts';
import { until } from '#tests/support/until.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const sorted = (rows: ReturnType<typeof rowsOnDisk>) =>
  rows.map(({ userId, giftId, count, diamonds }) => `${userId} ${giftId} ${count} ${diamonds}`).sort();

describe('a fault in the backstage of one host', () => {
  it('affects no other show, and its own show resumes from the journal without a lost or doubled gift', async () => {
    const dataDir = temporaryFolder();
    cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }));
    const rooms: Simulator[] = [];
    for (const seed of [1, 2]) rooms.push(await startSimulator({ seed, giftsPerSecond: 100 }));
    cleanups.push(() => Promise.all(rooms.map((room) => room.close())));
    const [one, two] = rooms;
    if (one === undefined || two === undefined) throw new Error('two rooms');
    let reentered = false;
    void two.entered(2).then(() => {
      reentered = true;
    });
    const child: ChildProcess = fork(
      join(import.meta.dirname, 'support/faultyHosts.ts'),
      [dataDir, ...rooms.map(({ webUrl, wsUrl }) => `${webUrl} ${wsUrl}`)],
      { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
    );
    cleanups.push(() => child.kill('SIGKILL'));
    const said: object[] = [];
    child.on('message', (message) => said.push(Object(message)));
    await until(() => said.some((message) => 'ready' in message), 'the shows to begin');
    await Promise.all([one.entered(1), two.entered(1)]);

    const ways = ['call', 'timer', 'promise'] as const;
    for (const [index, way] of ways.entries()) {
      child.send({ key: 'one', way });
      await one.entered(index + 2);
    }
    for (const room of rooms) room.pause();
    await Promise.all(rooms.map((room) => room.allAcked()));
    // Only the screens of this host have to reconnect.
    expect(said.filter((message) => 'ended' in message)).toEqual([{ ended: 'one' }]);
    const gone = once(child, 'exit');
    child.send('close');
    expect(await gone).toEqual([0, null]);

    expect(said.filter((message) => 'fault' in message)).toEqual(
      ways.map((way) => ({ fault: `a ${way} of one`, folder: join('hosts', 'one') })),
    );
    expect(reentered).toBe(false);
    for (const [key, room] of [
      ['one', one],
      ['two', two],
    ] as const) {
      const folder = join(dataDir, 'hosts', key);
      expect(readdirSync(join(folder, 'shows'))).toHaveLength(1);
      expect(sorted(rowsOnDisk(folder))).toEqual(sorted(room.delivered().bySenderAndGift));
    }
  });
});
