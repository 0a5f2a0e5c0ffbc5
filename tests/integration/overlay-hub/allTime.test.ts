import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { StoredShows } from '#backstage/show/archive.ts';
import { readFacts, showIds } from '#backstage/show/facts.ts';
import { findShow } from '#server/recordings/showFiles.ts';
import { RingsideError } from '#shared/contract/error.ts';
import type { OverlayPage } from '#tests/support/overlayPage.ts';
import { linesTo } from '../backstage/fixtures.ts';
import { simulator, startShow, temporaryFolder } from '../backstage/setup.ts';
import { linkOf, movableClock, openHub, type TestHub } from './hub.ts';

const all = {
  a: { subject: 'users', span: 'all', season: null, name: '', content: ['name'], top: 20 },
} as const;

/** Names and votes of the viewer ranking over all shows. */
function ranks(page: OverlayPage): [string, number][] {
  return Object.values(page.state.usersAll ?? {}).map(({ name, votesTenths }) => [name, votesTenths / 10]);
}

async function nextShow(hub: TestHub, username: string): Promise<void> {
  await hub.screen.call('session.act', { action: 'end' });
  const [preset] = (await hub.screen.call('presets.list', {})).presets;
  await hub.screen.call('session.choosePreset', { presetId: preset?.id ?? '' });
  await hub.screen.call('room.open', { username, lineId: 'line1' });
  await hub.screen.call('session.act', { action: 'start' });
}

describe('ranking of a season', () => {
  it('follows the name and the days of the season, on its pages at once', async () => {
    const hub = await openHub({});
    const season = { id: 'autumn', name: 'Autumn', period: { from: 0, until: 1000 } };
    await hub.screen.call('season.put', { season });
    const a = { ...all.a, span: 'season' as const, content: [...all.a.content], season };
    const page = await hub.shown(await hub.widget('ranking', { a }));
    const shown = () => page.options?.kind === 'ranking' && page.options.a.season;
    const renamed = { ...season, name: 'Autumn cup', period: { from: 0, until: 2000 } };
    await hub.screen.call('season.put', { season: renamed });
    await page.until(() => JSON.stringify(shown()) === JSON.stringify(renamed));
    const { links } = await hub.screen.call('overlay.list', {});
    expect(links[0]?.options).toMatchObject({ a: { season: renamed } });
  });
});

describe('all-time ranking', () => {
  it('adds past shows to the running one, and follows a show that is deleted and restored', async () => {
    const sim = await simulator();
    const dataDir = temporaryFolder();
    const hub = await openHub({ dataDir, lines: linesTo(sim) });
    await startShow(hub.screen, sim);
    const link = await hub.widget('ranking', { a: { ...all.a, content: [...all.a.content] } });
    const anchors = await hub.widget('ranking');
    const today = await hub.shown(await hub.widget('goal', { measure: 'gifts', span: 'day' }));
    const given = () => Object.values(today.state.goals ?? {}).map(({ count }) => count);
    const page = await hub.shown(link);
    const scores = await hub.shown(anchors);
    sim.sendGift({ viewer: 'Aoi', gift: 5655, count: 6 });
    sim.sendGift({ viewer: 'Ben', gift: 5655, count: 4 });
    await page.until(() => ranks(page).length === 2);
    expect(ranks(page)).toEqual([
      ['Aoi', 6],
      ['Ben', 4],
    ]);

    await nextShow(hub, sim.username);
    await page.until(() => page.state.show?.it.status === 'counting' && ranks(page).length === 2);
    await sim.entered(2);
    sim.sendGift({ viewer: 'Ben', gift: 5655, count: 5 });
    sim.sendGift({ viewer: 'Chen', gift: 5655, count: 1 });
    await page.until(() => ranks(page).length === 3);
    expect(ranks(page)).toEqual([
      ['Ben', 9],
      ['Aoi', 6],
      ['Chen', 1],
    ]);
    await scores.until(() => scores.state.scores?.a?.allTenths === 160);
    expect(scores.state.scores?.a?.showTenths).toBe(60);
    expect(scores.state.totals?.all).toEqual({ count: 16, diamonds: 16, votesTenths: 160, givers: 3 });

    await today.until(() => given()[0] === 16);

    const past = (await hub.screen.call('show.list', {})).shows.find(({ endedAt }) => endedAt > 0);
    await hub.screen.call('show.delete', { showId: past?.showId ?? '' });
    await page.until(() => ranks(page).length === 2);
    expect(ranks(page)).toEqual([
      ['Ben', 5],
      ['Chen', 1],
    ]);
    await scores.until(() => scores.state.scores?.a?.allTenths === 60);
    await today.until(() => given()[0] === 6);
    await hub.screen.call('show.restore', { showId: past?.showId ?? '' });
    await page.until(() => ranks(page).length === 3);
    expect(ranks(page)[0]).toEqual(['Ben', 9]);
    await today.until(() => given()[0] === 16);
    await scores.until(() => scores.state.scores?.a?.allTenths === 160);

    // The sums are computed again from the shows if their file is lost.
    await hub.close();
    writeFileSync(join(dataDir, 'past-sums.sqlite'), 'this is no database');
    const again = await openHub({ dataDir, lines: linesTo(sim) });
    const back = await again.shown(await linkOf(again.screen, link.id));
    await back.until(() => ranks(back).length === 3);
    expect(ranks(back)).toEqual([
      ['Ben', 9],
      ['Aoi', 6],
      ['Chen', 1],
    ]);
  });
});

describe('all-time ranking on a server that has not counted the past shows', () => {
  /** A past show of two gifts that another server has, and the store from which it can be read. */
  async function storedShow() {
    const sim = await simulator();
    const hub = await openHub({ lines: linesTo(sim) });
    await startShow(hub.screen, sim);
    sim.sendGift({ viewer: 'Aoi', gift: 5655, count: 6 });
    await hub.screen.until(() => hub.screen.state.seen.count === 6);
    await hub.screen.call('session.act', { action: 'end' });
    await hub.close();
    const [showId = ''] = readdirSync(join(hub.dataDir, 'shows'));
    const folder = join(hub.dataDir, 'shows', showId);
    const found = findShow(folder);
    if (found === null) throw new Error('the show has no summary');
    const store = { isUp: true, reads: 0 };
    const stored: StoredShows = {
      shows: [{ ...found, showId, facts: readFacts(folder, 0), hasRecording: false }],
      fetch: () => Promise.reject(new Error('nobody opens the show')),
      inCopy: async (_id, use) => {
        store.reads += 1;
        if (!store.isUp) throw new RingsideError('storage.unreachable');
        const copy = temporaryFolder();
        cpSync(folder, copy, { recursive: true });
        return use(copy);
      },
    };
    return { showId, stored, store };
  }
  const ranking = { a: { ...all.a, content: [...all.a.content] } };

  it('adds them from the store, without a copy in its folder', async () => {
    const { stored, store } = await storedShow();
    const hub = await openHub({ stored });
    const page = await hub.shown(await hub.widget('ranking', ranking));
    await page.until(() => ranks(page).length === 1);
    expect(ranks(page)).toEqual([['Aoi', 6]]);
    expect(showIds(join(hub.dataDir, 'shows'))).toEqual([]);
    await hub.close();
    // The next start has the sums already.
    store.isUp = false;
    const again = await openHub({ dataDir: hub.dataDir, stored });
    const { links } = await again.screen.call('overlay.list', {});
    const next = await again.shown(await linkOf(again.screen, links[0]?.id ?? ''));
    await next.until(() => ranks(next).length === 1);
  });

  it('reads none until a widget shows them, and tries again when the store did not answer', async () => {
    const { stored, store } = await storedShow();
    const { clock, advance } = movableClock();
    const hub = await openHub({ stored, clock });
    await hub.widget('ranking');
    const goal = await hub.widget('goal', { measure: 'gifts', span: 'show' });
    await hub.shown(goal);
    expect(store.reads).toBe(0);
    store.isUp = false;
    const page = await hub.shown(await hub.widget('ranking', ranking));
    await expect.poll(() => store.reads).toBe(1);
    store.isUp = true;
    await expect
      .poll(() => {
        advance(61_000);
        return store.reads;
      })
      .toBe(2);
    await page.until(() => ranks(page).length === 1);
  });

  it('forgets them when they are deleted elsewhere', async () => {
    const { stored } = await storedShow();
    const hub = await openHub({ stored });
    const page = await hub.shown(await hub.widget('ranking', ranking));
    await page.until(() => ranks(page).length === 1);
    await hub.close();
    const again = await openHub({ dataDir: hub.dataDir, stored: { ...stored, shows: [] } });
    const { links } = await again.screen.call('overlay.list', {});
    const next = await again.shown(await linkOf(again.screen, links[0]?.id ?? ''));
    expect(ranks(next)).toEqual([]);
  });
});
