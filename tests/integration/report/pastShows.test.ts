import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { Clock } from '#backstage/clock.ts';
import { systemClock } from '#backstage/clock.ts';
import { journalPath } from '#backstage/journal/openJournal.ts';
import { createState, fold } from '#shared/game/fold.ts';
import {
  backstage,
  linesTo,
  simulator,
  startShow,
  temporaryFolder,
} from '#tests/integration/backstage/setup.ts';

const ROSE = 5655;
const DAY = 24 * 3_600_000;

/** An ended show with three Roses, and a new show that is open. */
async function twoShows(dataDir: string) {
  const sim = await simulator();
  const opened = await backstage({ lines: linesTo(sim), dataDir });
  const { screen } = opened;
  await startShow(screen, sim);
  sim.sendGift({ viewer: 'Mika', gift: ROSE, count: 3 });
  await screen.until(() => screen.votes('anchor:a') === 3);
  const past = screen.showId ?? '';
  await screen.call('session.act', { action: 'end' });
  const [preset] = (await screen.call('presets.list', {})).presets;
  await screen.call('session.choosePreset', { presetId: preset?.id ?? '' });
  const shows = async () => (await screen.call('show.list', {})).shows.map(({ showId }) => showId);
  const [current = ''] = await shows();
  return { ...opened, past, current, shows };
}

describe('past show', () => {
  it('has its report while another show is open', async () => {
    const { screen, past, current } = await twoShows(temporaryFolder());
    expect(current).not.toBe(past);
    const { report } = await screen.call('report.read', { showId: past, filter: {} });
    expect(report).toMatchObject({
      showId: past,
      overview: { counted: { count: 3, votesTenths: 30 }, givers: 1 },
    });
    expect((await screen.call('report.read', { filter: {} })).report.overview.givers).toBe(0);
  });

  it('of an older version is migrated when it is opened', async () => {
    const dataDir = temporaryFolder();
    const { past, close } = await twoShows(dataDir);
    await close();
    const db = new DatabaseSync(journalPath(join(dataDir, 'shows', past)));
    db.exec(`
      DROP INDEX inputs_commands; DROP INDEX corrections_undoing; DROP INDEX rows_late;
      ALTER TABLE rows DROP COLUMN late; ALTER TABLE rows DROP COLUMN round;
      ALTER TABLE rows DROP COLUMN auto_late; ALTER TABLE rows DROP COLUMN auto_round;
      ALTER TABLE rows DROP COLUMN placed_at;
      ALTER TABLE correction_rows DROP COLUMN late; ALTER TABLE correction_rows DROP COLUMN round;
      PRAGMA user_version = 1;
    `);
    db.close();
    const { screen } = await backstage({ dataDir });
    const page = await screen.call('ledger.page', { showId: past, filter: {}, limit: 5 });
    expect(page.rows).toMatchObject([{ count: 3, round: 0, late: 'no' }]);
    const audit = await screen.call('report.audit', { showId: past, limit: 5 });
    expect(audit.entries).toEqual([]);
  });

  it('is read input by input for a replay, without changing the open show', async () => {
    const { screen, past, current } = await twoShows(temporaryFolder());
    const before = JSON.stringify(await screen.call('show.subscribe', {}));
    const { from, until, seq } = await screen.call('replay.open', { showId: past });
    expect(until).toBeGreaterThanOrEqual(from);
    const state = createState();
    while (state.seq < seq) {
      const { inputs } = await screen.call('replay.inputs', { showId: past, after: state.seq, limit: 2 });
      for (const each of inputs) fold(state, each.seq, each.input);
    }
    expect(state.status).toBe('ended');
    expect(state.targets.get('anchor:a')?.votesTenths).toBe(30);
    expect(JSON.stringify(await screen.call('show.subscribe', {}))).toBe(before);
    expect(screen.showId).toBe(current);
    expect(await screen.refusal('replay.open', { showId: '../x' })).toBe('session.noShow');
  });

  it('can be deleted and restored completely; the open show cannot be deleted', async () => {
    const { screen, past, current, shows } = await twoShows(temporaryFolder());
    await screen.call('report.read', { showId: past, filter: {} });
    await screen.call('show.delete', { showId: past });
    expect(await shows()).toEqual([current]);
    expect(await screen.refusal('report.read', { showId: past, filter: {} })).toBe('session.noShow');
    await screen.call('show.restore', { showId: past });
    expect(await shows()).toEqual([current, past]);
    const { report } = await screen.call('report.read', { showId: past, filter: {} });
    expect(report.overview.counted.count).toBe(3);
    expect(await screen.refusal('show.delete', { showId: current })).toBe('show.onStage');
  });

  it('is looked up only among the shows, for any requested name', async () => {
    const { screen } = await twoShows(temporaryFolder());
    for (const showId of ['..', '.', '', '../shows', 'no-such-show']) {
      expect(await screen.refusal('show.delete', { showId })).toBe('session.noShow');
      expect(await screen.refusal('show.restore', { showId })).toBe('session.noShow');
      expect(await screen.refusal('report.read', { showId, filter: {} })).toBe('session.noShow');
    }
  });

  it('can be restored for a week after its deletion, and is then removed for good', async () => {
    const dataDir = temporaryFolder();
    const { screen, past, close } = await twoShows(dataDir);
    await screen.call('show.delete', { showId: past });
    await close();
    const sixDays = await backstage({ dataDir, clock: later(6 * DAY) });
    await sixDays.screen.call('show.restore', { showId: past });
    await sixDays.screen.call('show.delete', { showId: past });
    await sixDays.close();
    const muchLater = await backstage({ dataDir, clock: later(14 * DAY) });
    expect(await muchLater.screen.refusal('show.restore', { showId: past })).toBe('session.noShow');
  });
});

function later(ms: number): Clock {
  return { ...systemClock, now: () => systemClock.now() + ms };
}
