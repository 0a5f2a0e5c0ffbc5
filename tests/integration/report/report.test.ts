import { describe, expect, it } from 'vitest';
import { presetDraftSchema } from '#shared/contract/backstage.ts';
import type { ReportFilter } from '#shared/contract/report.ts';
import { backstage, linesTo, simulator } from '#tests/integration/backstage/setup.ts';
import type { TestScreen } from '#tests/integration/backstage/testScreen.ts';
import { describeEachWay } from '#tests/integration/simulator/ways.ts';

const ROSE = 5655;
const DOUGHNUT = 5879;

/** Sums votes by target. */
function sumsOf(given: readonly { target: string; votesTenths: number }[]): Record<string, number> {
  const all: Record<string, number> = {};
  for (const { target, votesTenths } of given) all[target] = (all[target] ?? 0) + votesTenths;
  return all;
}

/** The votes and gifts in the report, for comparison between filters. */
async function sums(screen: TestScreen, filter: ReportFilter) {
  const { report } = await screen.call('report.read', { filter });
  const { viewers, total } = await screen.call('report.viewers', {
    filter,
    sort: 'votes',
    offset: 0,
    limit: 1000,
  });
  return {
    overview: report.overview,
    targets: sumsOf(report.targets),
    /** Votes by target, summed over all viewers. */
    given: sumsOf(viewers.flatMap(({ given }) => given)),
    anchors: report.anchors.map(({ rounds: _rounds, ...rest }) => rest),
    gifts: report.gifts.map(({ giftId, count, diamonds, votesTenths }) => [
      giftId,
      count,
      diamonds,
      votesTenths,
    ]),
    viewers: viewers.map(({ viewerId, count, diamonds, votesTenths }) => [
      viewerId,
      count,
      diamonds,
      votesTenths,
    ]),
    total,
  };
}

/** Aki against Bea; the test sends the gifts. */
async function battle() {
  const sim = await simulator();
  const { screen } = await backstage({ lines: linesTo(sim) });
  const draft = presetDraftSchema.parse({
    name: 'Battle',
    mode: 'battle',
    round: { length: 60 },
    anchors: [
      { id: 'a', nickname: 'Aki', gift: { ids: [ROSE] } },
      { id: 'b', nickname: 'Bea', gift: { ids: [DOUGHNUT] } },
    ],
  });
  const { preset } = await screen.call('presets.save', { preset: draft });
  await screen.call('session.choosePreset', { presetId: preset.id });
  await screen.call('room.open', { username: sim.username, lineId: 'line1' });
  await sim.entered(1);
  await screen.call('session.act', { action: 'start' });
  const send = async (viewer: string, gift: number, count: number) => {
    const before = screen.state.seen.count;
    sim.sendGift({ viewer, gift, count });
    await screen.until(() => screen.state.seen.count === before + count);
  };
  const play = async (gifts: () => Promise<void>) => {
    const before = screen.state.rounds.length;
    await screen.call('round.prepare', { attacker: ['a'], defender: ['b'] });
    await screen.call('round.act', { action: 'start' });
    await gifts();
    await screen.call('round.act', { action: 'end' });
    await screen.until(() => screen.state.rounds[before]?.settlement != null);
  };
  return { screen, sim, send, play };
}

describeEachWay('report of a busy show', ({ pages, lines }) => {
  it('counts every gift that the platform sent, in overview, gifts and users', async () => {
    const sim = await simulator({
      script: 'mixed',
      speed: 20,
      seconds: 40,
      giftsPerSecond: 30,
      faults: 'duplicate,reorder',
    });
    const { screen } = await backstage({ lines: lines(linesTo(sim)), pages });
    const anchors = sim.anchors.map(({ nickname, gift }, at) => ({
      id: `a${at}`,
      nickname,
      gift: { ids: [gift.id] },
    }));
    const { preset } = await screen.call('presets.save', { preset: { name: 'Team', anchors } });
    await screen.call('session.choosePreset', { presetId: preset.id });
    await screen.call('room.open', { username: sim.username, lineId: 'line1' });
    await sim.entered(1);
    await screen.call('session.act', { action: 'start' });
    await sim.settled;
    await sim.allAcked();
    const truth = sim.delivered();
    await screen.until(() => screen.state.seen.count >= truth.gifts);

    const { report } = await screen.call('report.read', { filter: {} });
    const { counted, uncounted, givers } = report.overview;
    expect(counted.count + uncounted.count).toBe(truth.gifts);
    expect(counted.diamonds + uncounted.diamonds).toBe(truth.diamonds);
    expect(givers).toBe(new Set(truth.bySenderAndGift.map(({ userId }) => userId)).size);

    const byGift = new Map<number, number>();
    const byUser = new Map<string, number>();
    for (const { giftId, userId, count, diamonds } of truth.bySenderAndGift) {
      byGift.set(giftId, (byGift.get(giftId) ?? 0) + count);
      byUser.set(userId, (byUser.get(userId) ?? 0) + diamonds);
    }
    expect(new Map(report.gifts.map(({ giftId, count }) => [giftId, count]))).toEqual(byGift);
    const first = await screen.call('report.viewers', { filter: {}, sort: 'diamonds', offset: 0, limit: 7 });
    const rest = await screen.call('report.viewers', {
      filter: {},
      sort: 'diamonds',
      offset: 7,
      limit: 1000,
    });
    const viewers = [...first.viewers, ...rest.viewers];
    expect(new Map(viewers.map(({ viewerId, diamonds }) => [viewerId, diamonds]))).toEqual(byUser);
    expect(viewers).toHaveLength(byUser.size);
    const order = viewers.map(({ diamonds }) => diamonds);
    expect(order).toEqual([...order].sort((a, b) => b - a));

    const chart = report.series?.lines.flatMap(({ votesTenths }) => votesTenths) ?? [];
    expect(chart.reduce((sum, votes) => sum + votes, 0)).toBe(counted.votesTenths);

    // The sums over the rows of the whole show equal the sums of the state.
    const ledger = await sums(screen, {});
    expect(await sums(screen, { from: 0 })).toEqual(ledger);
    // What the viewers gave to each target adds up to the ledger.
    expect(ledger.given).toEqual(ledger.targets);
    const { uncounted: _uncounted, ...countedTargets } = ledger.targets;
    const all = Object.values(countedTargets).reduce((sum, votes) => sum + votes, 0);
    expect(all).toBe(counted.votesTenths);
  });
});

describe('report of rounds', () => {
  it('lists for each round the votes of attacker, defender and nobody, and its settlement', async () => {
    const { screen, send, play } = await battle();
    await send('Before', ROSE, 1);
    await play(async () => {
      await send('Mika', ROSE, 5);
      await send('Yui', 5487, 2);
    });
    await play(() => send('Ren', DOUGHNUT, 3));
    const { report } = await screen.call('report.read', { filter: {} });
    expect(report.rounds).toMatchObject([
      {
        number: 1,
        attackers: ['a'],
        attacker: { count: 5, votesTenths: 50 },
        defender: { count: 0 },
        unallocated: { count: 2 },
        settlement: { outcome: 'attacker' },
      },
      { number: 2, unallocated: { count: 0 }, settlement: { shares: expect.any(Array) } },
    ]);
    expect(report.names).toContainEqual({ anchorId: 'b', nickname: 'Bea' });
  });

  it('counts only the gifts of the chosen round, and only those from the chosen time on', async () => {
    const { screen, send, play } = await battle();
    await send('Before', ROSE, 1);
    await play(() => send('Mika', ROSE, 5));
    const one = await sums(screen, { round: 1 });
    expect(one.overview).toMatchObject({ counted: { count: 5, votesTenths: 50 }, givers: 1 });
    expect(one.anchors).toMatchObject([
      { anchorId: 'a', rank: 1, count: 5 },
      { anchorId: 'b', rank: 2, count: 0 },
    ]);
    expect(one.viewers).toHaveLength(1);
    const { rows } = await screen.call('ledger.page', { filter: {}, limit: 10 });
    const at = rows[0]?.at ?? 0;
    expect((await sums(screen, { until: at })).overview.counted.count).toBe(1);
    expect((await sums(screen, { from: at })).overview.counted.count).toBe(5);
  });
});

describe('report of one anchor or viewer', () => {
  it("has the anchor's gifts and rounds, and the votes of the ranking with the shares of battles", async () => {
    const { screen, send, play } = await battle();
    await play(async () => {
      await send('Mika', ROSE, 5);
      await send('Ren', DOUGHNUT, 3);
    });
    await send('Yui', ROSE, 2);
    const { report } = await screen.call('report.read', { filter: { anchors: ['b'] } });
    const { report: all } = await screen.call('report.read', { filter: {} });
    expect(report).toMatchObject({ only: 'Bea', overview: { counted: { count: 3 }, givers: 1 } });
    expect(report.anchors).toEqual(all.anchors.filter(({ anchorId }) => anchorId === 'b'));
    expect(report.rounds).toHaveLength(1);
    const part = await sums(screen, { anchors: ['b'] });
    expect(part.given).toEqual({ 'anchor:b': part.overview.counted.votesTenths });
    const both = await screen.call('report.rows', { filter: { anchors: ['a', 'b'] }, limit: 2 });
    expect(both).toMatchObject({ total: 3, rows: [{ viewerName: 'Yui' }, { viewerName: 'Ren' }] });
    const rest = await screen.call('report.rows', {
      filter: { anchors: ['a', 'b'] },
      before: both.next ?? 1,
      limit: 2,
    });
    expect(rest).toMatchObject({ next: null, total: 3, rows: [{ viewerName: 'Mika' }] });
  });

  it("has the viewer's gifts, the rounds in which they came, and no shares", async () => {
    const { screen, send, play } = await battle();
    await play(() => send('Mika', ROSE, 5));
    await play(() => send('Ren', DOUGHNUT, 3));
    await send('Mika', DOUGHNUT, 1);
    const { rows } = await screen.call('report.rows', { filter: {}, limit: 10 });
    const viewer = rows.find(({ viewerName }) => viewerName === 'Mika')?.viewerId ?? '';
    const { report } = await screen.call('report.read', { filter: { viewer } });
    expect(report.only).toBe('Mika');
    expect(report.rounds.map(({ id }) => id)).toEqual([1]);
    expect(report.anchors).toMatchObject([
      { anchorId: 'b', count: 1, votesTenths: 300 },
      { anchorId: 'a', count: 5, votesTenths: 50 },
    ]);
    const part = await sums(screen, { viewer, round: 1 });
    expect(part).toMatchObject({ total: 1, overview: { counted: { count: 5 }, givers: 1 } });
    const nobody = await screen.call('report.rows', { filter: { viewer: 'nobody' }, limit: 10 });
    expect(nobody).toEqual({ rows: [], next: null, total: 0 });
  });
});

describe('audit', () => {
  it('lists who moved which gifts where, and what was undone', async () => {
    const { screen, send } = await battle();
    await send('Yui', 5487, 2);
    const { rows } = await screen.call('ledger.page', { filter: {}, limit: 10 });
    const [row] = rows;
    if (row === undefined) throw new Error('no row');
    await screen.call('ledger.reassign', { rowIds: [row.rowId], to: 'anchor:b' });
    await screen.call('ledger.undo', {});
    await screen.call('ledger.reassign', { rowIds: [row.rowId], to: 'unallocated' });
    await screen.call('bindings.bind', { viewerId: row.viewerId, anchorId: 'a' });
    await screen.call('bindings.suspend', { on: true });
    const { entries, next } = await screen.call('report.audit', { limit: 100 });
    expect(next).toBeNull();
    expect(entries).toMatchObject([
      { action: 'suspend', by: 'test' },
      { action: 'bind', viewer: 'Yui', target: 'anchor:a' },
      // A decision that leaves the gift with nobody.
      { action: 'correct', viewer: 'Yui', from: ['unallocated'], target: 'unallocated', rows: 1 },
      { action: 'undo', viewer: 'Yui', target: 'unallocated', rows: 1, undone: false },
      {
        action: 'correct',
        viewer: 'Yui',
        from: ['unallocated'],
        target: 'anchor:b',
        rows: 1,
        count: 2,
        undone: true,
      },
    ]);
    const first = await screen.call('report.audit', { limit: 3 });
    expect(first.next).not.toBeNull();
    const second = await screen.call('report.audit', { limit: 3, before: first.next ?? 1 });
    expect([...first.entries, ...second.entries]).toEqual(entries);
  });
});

describe('markers of a replay', () => {
  it('name corrections, settlements and the biggest gifts, oldest first', async () => {
    const { screen, send, play } = await battle();
    await play(() => send('Mika', ROSE, 5));
    await send('Yui', 5487, 2);
    const { rows } = await screen.call('ledger.page', { filter: {}, limit: 1 });
    const rowId = rows[0]?.rowId ?? 0;
    await screen.call('ledger.reassign', { rowIds: [rowId], to: 'anchor:b' });
    const [show] = (await screen.call('show.list', {})).shows;
    const { markers } = await screen.call('replay.markers', { showId: show?.showId ?? '' });
    expect(markers.map(({ at }) => at)).toEqual(markers.map(({ at }) => at).sort((a, b) => a - b));
    expect(markers.filter(({ kind }) => kind === 'bigGift')).toMatchObject([
      { viewer: 'Mika', giftId: ROSE, count: 5, target: 'anchor:a', round: 1 },
      { viewer: 'Yui', count: 2, target: 'anchor:b', rowId },
    ]);
    expect(markers.filter(({ kind }) => kind === 'settlement')).toMatchObject([{ round: 1, number: 1 }]);
    expect(markers.filter(({ kind }) => kind === 'correction')).toMatchObject([
      { rowId, viewer: 'Yui', count: 2, target: 'anchor:b' },
    ]);
  });
});
