import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '#backstage/clock.ts';
import { unlimited } from '#backstage/diskQuota.ts';
import { newShowId } from '#backstage/show/facts.ts';
import { Hosting } from '#server/hosting/hosting.ts';
import { purgeShowsOfClosedHosts } from '#server/hosting/purgeShows.ts';
import {
  backstage,
  linesTo,
  simulator,
  startShow,
  temporaryFolder,
} from '#tests/integration/backstage/setup.ts';
import { emptyBackstage } from '#tests/integration/server/support/emptyBackstage.ts';
import { ManualClock } from '#tests/unit/backstage/manualClock.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ROSE = 5655;

/** A clock that the test advances. `hour` runs the hourly tasks. */
class MovedClock implements Clock {
  #ahead = 0;
  #hourly: (() => void)[] = [];

  now = () => systemClock.now() + this.#ahead;

  after = (ms: number, run: () => void) => {
    if (ms !== HOUR) return systemClock.after(ms, run);
    this.#hourly.push(run);
    return () => {
      this.#hourly = this.#hourly.filter((each) => each !== run);
    };
  };

  hourAfter(ms: number): void {
    this.#ahead += ms;
    for (const run of this.#hourly.splice(0)) run();
  }
}

/** The text of all files below a folder. */
const textOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('');

describe('show beyond its retention time', () => {
  it('is removed with its recording and viewers, unless it is open or another show runs', async () => {
    const sim = await simulator();
    const clock = new MovedClock();
    const removed: string[] = [];
    const { screen, dataDir, close } = await backstage({
      lines: linesTo(sim),
      clock,
      allowance: { ...unlimited, showMs: 30 * DAY },
      log: ({ message }) => removed.push(message),
    });
    const shows = async () => (await screen.call('show.list', {})).shows.map(({ showId }) => showId);
    await startShow(screen, sim);
    const old = screen.showId ?? '';
    sim.sendGift({ viewer: 'Mikaela of the long name', gift: ROSE, count: 3 });
    await screen.until(() => screen.state.seen.count === 3);
    clock.hourAfter(31 * DAY);
    expect(await shows()).toEqual([old]);
    await screen.call('session.act', { action: 'end' });
    await screen.until(() => screen.state.status === 'ended');
    clock.hourAfter(0);
    expect(await shows()).toEqual([old]);

    const [preset] = (await screen.call('presets.list', {})).presets;
    await screen.call('session.choosePreset', { presetId: preset?.id ?? '' });
    await expect.poll(() => screen.showId).not.toBe(old);
    const current = screen.showId;
    const sums = new DatabaseSync(join(dataDir, 'past-sums.sqlite'), { readOnly: true });
    await expect.poll(() => sums.prepare('SELECT show_id FROM shows').all()).toEqual([{ show_id: old }]);
    sums.close();
    clock.hourAfter(0);
    expect(await shows()).toEqual([current]);
    expect(existsSync(join(dataDir, 'shows', old))).toBe(false);
    expect(removed).toEqual([`removed show ${old}: older than HOST_SHOW_DAYS`]);
    await close();
    expect(textOf(dataDir)).not.toContain('Mikaela');
  });

  it('is kept forever if no retention time is configured', async () => {
    const sim = await simulator();
    const clock = new MovedClock();
    const { screen } = await backstage({ lines: linesTo(sim), clock });
    await startShow(screen, sim);
    await screen.call('session.act', { action: 'end' });
    await screen.until(() => screen.state.status === 'ended');
    const [preset] = (await screen.call('presets.list', {})).presets;
    await screen.call('session.choosePreset', { presetId: preset?.id ?? '' });
    clock.hourAfter(10_000 * DAY);
    expect((await screen.call('show.list', {})).shows).toHaveLength(2);
  });

  it('is removed daily from inactive accounts, but not from one that is in use or has a show to resume', async () => {
    const dataDir = temporaryFolder();
    const clock = new ManualClock();
    const hosting = new Hosting({ dataDir, open: async () => emptyBackstage, onFault: () => {} });
    const old = newShowId(clock.now() - 29.5 * DAY, () => 0);
    const young = newShowId(clock.now() - 1 * DAY, () => 0);
    const folderOf = (key: string) => join(dataDir, 'hosts', key);
    for (const key of ['away', 'there', 'onAir']) {
      for (const id of [old, young]) mkdirSync(join(folderOf(key), 'shows', id), { recursive: true });
      mkdirSync(join(folderOf(key), 'trash', `${clock.now() - 6.5 * DAY}_${young}`), { recursive: true });
      writeFileSync(join(folderOf(key), 'past-sums.sqlite'), 'names');
    }
    writeFileSync(join(folderOf('onAir'), 'on-air'), '');
    const lease = await hosting.acquire({ kind: 'host', key: 'there' });
    const logged: string[] = [];
    const log = (message: string) => logged.push(message);
    const stop = purgeShowsOfClosedHosts({ hosting, dataDir, clock, showMs: 30 * DAY, log });
    const showsOf = (key: string) => readdirSync(join(folderOf(key), 'shows')).sort();
    await new Promise(setImmediate);
    expect(showsOf('away')).toEqual([old, young]);

    clock.advance(DAY);
    await expect.poll(() => showsOf('away')).toEqual([young]);
    expect(readdirSync(join(folderOf('away'), 'trash'))).toEqual([]);
    expect(existsSync(join(folderOf('away'), 'past-sums.sqlite'))).toBe(false);
    expect(logged).toEqual([`removed ${join('hosts', 'away', 'shows', old)}: older than HOST_SHOW_DAYS`]);
    clock.advance(DAY);
    await new Promise(setImmediate);
    for (const key of ['there', 'onAir']) {
      expect(showsOf(key)).toEqual([old, young]);
      expect(existsSync(join(folderOf(key), 'past-sums.sqlite'))).toBe(true);
    }
    stop();
    lease?.release();
    await hosting.close();
  });
});
