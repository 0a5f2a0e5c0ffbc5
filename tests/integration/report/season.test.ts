import { expect, it } from 'vitest';
import { periodAround, periodBeside } from '#shared/season/period.ts';
import { backstage, linesTo, simulator, startShow } from '../backstage/setup.ts';

const rose = { id: 5655, name: 'Rose', diamonds: 10, type: 2 } as const;

it('a period ranks anchors and viewers over its shows, with the show that runs, and each number has its shows', async () => {
  const sim = await simulator();
  const { screen } = await backstage({ lines: linesTo(sim) });
  await startShow(screen, sim);
  const give = async (viewer: string, times: number) => {
    const before = screen.state.seen.count;
    for (let gift = 0; gift < times; gift += 1) sim.sendGift({ viewer, gift: rose });
    await screen.until(() => screen.state.seen.count === before + times);
  };
  await give('Ada', 3);
  await give('Ben', 1);
  const first = screen.showId ?? '';
  await screen.call('session.act', { action: 'end' });
  await screen.call('room.open', { username: sim.username, lineId: 'line1' });
  await screen.until(() => screen.showId !== first);
  await screen.subscribe();
  const { presets } = await screen.call('presets.list', {});
  await screen.call('session.choosePreset', { presetId: presets[0]?.id ?? '' });
  await sim.entered(2);
  await screen.call('session.act', { action: 'start' });
  await give('Ben', 4);
  const second = screen.showId ?? '';

  const today = periodAround('day', Date.now(), 'UTC');
  const [day, dayBefore] = [today, periodBeside('day', today, -1, 'UTC')];
  const { season } = await screen.call('report.season', { period: day, before: dayBefore });
  expect(season.shows.map(({ showId }) => showId)).toEqual([first, second]);
  expect(season.viewers).toMatchObject([
    {
      name: 'Ben',
      rank: 1,
      rankBefore: null,
      count: 5,
      diamonds: 50,
      shows: [{ showId: first }, { showId: second }],
    },
    { name: 'Ada', rank: 2, count: 3, shows: [{ showId: first, diamonds: 30 }] },
  ]);
  // The Rose is Aki's gift.
  const [aki, bea] = season.anchors;
  expect(aki).toMatchObject({ name: 'Aki', rank: 1, count: 8, diamonds: 80 });
  expect(aki?.shows.reduce((sum, { votesTenths }) => sum + votesTenths, 0)).toBe(aki?.votesTenths);
  expect(bea).toMatchObject({ name: 'Bea', votesTenths: 0 });

  // Behind each number are rows that add up to it.
  for (const [row, only] of [
    ...season.viewers.map((row) => [row, (ids: string[]) => ({ viewer: ids[0] })] as const),
    ...season.anchors.map((row) => [row, (ids: string[]) => ({ anchors: ids })] as const),
  ]) {
    for (const { showId, ids, count, diamonds, votesTenths } of row.shows) {
      const filter = only(ids);
      const { rows, total } = await screen.call('report.rows', { showId, filter, limit: 500 });
      expect(rows).toHaveLength(total);
      expect(
        rows.reduce((sum, one) => sum + one.count, 0),
        row.name,
      ).toBe(count);
      expect(
        rows.reduce((sum, one) => sum + one.diamonds, 0),
        row.name,
      ).toBe(diamonds);
      const { report } = await screen.call('report.read', { showId, filter });
      expect(report.overview.counted, row.name).toEqual({ count, diamonds, votesTenths });
      expect(report.only).toBe(row.name);
    }
  }

  const moved = await screen.call('report.season', {
    period: periodBeside('day', day, 1, 'UTC'),
    before: day,
  });
  expect(moved.season).toMatchObject({ shows: [], anchors: [], viewers: [], givers: 0 });
});

it('a period leaves out rehearsals', async () => {
  const { screen } = await backstage();
  await screen.call('rehearsal.open', { size: 'normal', locale: 'en' });
  await screen.call('session.act', { action: 'start' });
  const day = periodAround('day', Date.now(), 'UTC');
  const { season } = await screen.call('report.season', { period: day, before: day });
  expect(season.shows).toEqual([]);
});

it('a named period is kept over a restart, renamed, deleted and restored, and its name is unique', async () => {
  const { screen, close, dataDir } = await backstage();
  const autumn = { id: 'a', name: 'Autumn 2026', period: { from: 1000, until: 2000 } };
  const winter = { id: 'w', name: 'Winter', period: { from: 2000, until: 3000 } };
  await screen.call('season.put', { season: autumn });
  await screen.call('season.put', { season: winter });
  await screen.call('season.put', { season: { ...autumn, name: 'Autumn' } });
  expect(await screen.refusal('season.put', { season: { ...winter, name: 'Autumn' } })).toBe(
    'season.nameTaken',
  );
  const backwards = { ...autumn, period: { from: 2000, until: 1000 } };
  expect(await screen.refusal('season.put', { season: backwards })).toBe('invalid');
  await close();
  const again = await backstage({ dataDir });
  const names = async () => (await again.screen.call('season.list', {})).seasons.map(({ name }) => name);
  expect(await names()).toEqual(['Winter', 'Autumn']);
  await again.screen.call('season.delete', { id: 'w' });
  expect(await names()).toEqual(['Autumn']);
  await again.screen.call('season.put', { season: winter });
  expect(await names()).toEqual(['Winter', 'Autumn']);
});
