import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '#backstage/clock.ts';
import { migrate } from '#backstage/journal/schema.ts';
import { presetDraftSchema } from '#shared/contract/backstage.ts';
import type { LedgerRow } from '#shared/contract/ledger.ts';
import { currentRound, undecidedTie } from '#shared/game/round/view.ts';
import { nicknameOf } from '#shared/game/selectors.ts';
import { backstage, linesTo, simulator } from './setup.ts';
import { TestScreen } from './testScreen.ts';

const ROSE = 5655;
const DOUGHNUT = 5879;

/** Aki against Bea, 60 s, in a room where the test sends the gifts. */
async function battle(
  round: Record<string, unknown> = {},
  platformAhead = 0,
  clock: Clock = systemClock,
  more: Record<string, unknown> = {},
) {
  const sim = await simulator({ clock: platformAhead });
  const opened = await backstage({ lines: linesTo(sim), clock });
  const { screen } = opened;
  const draft = presetDraftSchema.parse({
    name: 'Battle',
    mode: 'battle',
    anchors: [
      { id: 'a', nickname: 'Aki', gift: { ids: [ROSE] } },
      { id: 'b', nickname: 'Bea', gift: { ids: [DOUGHNUT] } },
    ],
    round: { length: 60, ...round },
    ...more,
  });
  const { preset } = await screen.call('presets.save', { preset: draft });
  await screen.call('session.choosePreset', { presetId: preset.id });
  await screen.call('room.open', { username: sim.username, lineId: 'line1' });
  await sim.entered(1);
  await screen.call('session.act', { action: 'start' });
  await screen.until(() => screen.state.status === 'counting');
  const send = async (viewer: string, gift: number, count: number, sentAt?: number) => {
    const before = screen.state.seen.count;
    sim.sendGift({ viewer, gift, count, ...(sentAt === undefined ? {} : { sentAt }) });
    await screen.until(() => screen.state.seen.count === before + count);
  };
  const start = async () => {
    await screen.call('round.prepare', { attacker: ['a'], defender: ['b'] });
    await screen.call('round.act', { action: 'start' });
    await screen.until(() => currentRound(screen.state)?.phase === 'running');
  };
  const rows = async (): Promise<LedgerRow[]> =>
    (await screen.call('ledger.page', { filter: {}, limit: 50 })).rows;
  const inRound = (target: `anchor:${string}`, round = 1) =>
    (screen.state.rounds[round - 1]?.targets.get(target)?.votesTenths ?? 0) / 10;
  return { ...opened, sim, screen, send, start, rows, inRound };
}

describe('round in the backstage', () => {
  it('is prepared, played and settled, and its ledger rows contain its id', async () => {
    const { screen, send, start, rows } = await battle();
    await send('Before', ROSE, 1);
    await start();
    await send('Mika', ROSE, 5);
    await screen.call('round.act', { action: 'end' });
    await screen.until(() => screen.state.rounds[0]?.settlement !== null);
    expect(screen.state.rounds[0]?.settlement).toMatchObject({ outcome: 'attacker', attackerTenths: 50 });
    expect((await rows()).map(({ count, round, late }) => ({ count, round, late }))).toEqual([
      { count: 5, round: 1, late: 'no' },
      { count: 1, round: 0, late: 'no' },
    ]);
  });

  it('refuses a command that its state does not allow, with a reason', async () => {
    const { screen, start } = await battle();
    expect(await screen.refusal('round.act', { action: 'start' })).toBe('task.previousFirst');
    expect(await screen.refusal('round.prepare', {})).toBe('round.sidesRequired');
    await start();
    expect(await screen.refusal('round.prepare', {})).toBe('task.previousFirst');
    expect(await screen.refusal('round.resurrect', { anchorId: 'a' })).toBe('task.previousFirst');
    expect(await screen.refusal('round.pledge', { votesTenths: 10 })).toBe('round.notAllowed');
    expect(await screen.refusal('dance.act', { action: 'start' })).toBe('dance.none');
    expect(await screen.refusal('anchors.knockOut', { anchorId: 'a', out: false })).toBe('anchor.notOut');
  });

  it('follows a correction and its undo', async () => {
    const { screen, send, start, rows, inRound } = await battle();
    await start();
    await send('Mika', ROSE, 5);
    const [row] = await rows();
    await screen.call('ledger.reassign', { rowIds: [row?.rowId ?? 0], to: 'anchor:b' });
    await screen.until(() => inRound('anchor:b') === 5);
    expect(inRound('anchor:a')).toBe(0);
    await screen.call('ledger.undo', {});
    await screen.until(() => inRound('anchor:a') === 5);
    expect(inRound('anchor:b')).toBe(0);
  });
});

describe('tie of the lowest', () => {
  /** Aki wins against Bea and Cho, who have no votes. The rule knocks out the lowest. */
  async function tied() {
    const anchors = ['a', 'b', 'c'].map((id) => ({
      id,
      nickname: id,
      gift: id === 'a' ? { ids: [ROSE] } : null,
    }));
    const opened = await battle({}, 0, systemClock, { anchors, battle: { knockOut: 'lowest' } });
    const { screen, send } = opened;
    await screen.call('round.prepare', { attacker: ['a'], defender: ['b', 'c'] });
    await screen.call('round.act', { action: 'start' });
    await screen.until(() => currentRound(screen.state)?.phase === 'running');
    await send('Mika', ROSE, 5);
    await screen.call('round.act', { action: 'end' });
    await screen.until(() => undecidedTie(screen.state)?.id === 1);
    return opened;
  }
  const out = async (screen: TestScreen) =>
    (await screen.call('report.read', { filter: {} })).report.anchors
      .filter(({ rounds }) => rounds?.out)
      .map(({ anchorId }) => anchorId);

  it('knocks out the anchor whom the host names, once, also after a restart', async () => {
    const { screen, close, dataDir } = await tied();
    expect(await out(screen)).toEqual([]);
    expect(await screen.refusal('round.decideTie', { round: 1, anchorId: 'a' })).toBe('anchor.unknown');
    expect(await screen.refusal('round.decideTie', { round: 2, anchorId: 'b' })).toBe('round.noTie');
    await screen.call('round.decideTie', { round: 1, anchorId: 'b' });
    await screen.until(() => undecidedTie(screen.state) === null);
    expect(await out(screen)).toEqual(['b']);
    expect(await screen.refusal('round.decideTie', { round: 1, anchorId: 'c' })).toBe('round.noTie');
    expect(await screen.refusal('round.prepare', { attacker: ['b'], defender: ['a'] })).toBe('anchor.out');
    await close();
    const again = (await backstage({ dataDir })).screen;
    expect(undecidedTie(again.state)).toBeNull();
    expect(await out(again)).toEqual(['b']);
  });

  it('ends without a knock-out if the host chooses nobody', async () => {
    const { screen } = await tied();
    await screen.call('round.decideTie', { round: 1, anchorId: null });
    await screen.until(() => undecidedTie(screen.state) === null);
    expect(await out(screen)).toEqual([]);
    expect(await screen.refusal('round.decideTie', { round: 1, anchorId: 'b' })).toBe('round.noTie');
  });

  it('waits while the next round is played, and over a restart', async () => {
    const { screen, close, dataDir } = await tied();
    await screen.call('round.prepare', {});
    await screen.call('round.act', { action: 'start' });
    await close();
    const again = (await backstage({ dataDir })).screen;
    expect(undecidedTie(again.state)?.id).toBe(1);
    await again.call('round.decideTie', { round: 1, anchorId: 'c' });
    expect(await out(again)).toEqual(['c']);
  });
});

describe('preset that is saved during a round', () => {
  it('renames its anchors at once and applies its rules after the round', async () => {
    const { screen, start, send, inRound } = await battle();
    await start();
    await send('Mika', ROSE, 5);
    const [preset] = (await screen.call('presets.list', {})).presets;
    if (preset === undefined) throw new Error('no preset');
    const { version: _version, ...draft } = preset;
    const [aki, ...others] = draft.anchors;
    if (aki === undefined) throw new Error('no anchor');
    const doubled = { by: 'diamonds' as const, points: {}, multiplierTenths: 20 };
    const anchors = [{ ...aki, nickname: 'Aki the first' }, ...others];
    await screen.call('presets.save', { preset: { ...draft, anchors, score: doubled } });
    await screen.until(() => screen.state.presetAhead !== null);
    expect(nicknameOf(screen.state, 'a')).toBe('Aki the first');
    await send('Ren', ROSE, 5);
    expect(inRound('anchor:a')).toBe(10);
    await screen.call('round.act', { action: 'end' });
    await screen.until(() => screen.state.presetAhead === null);
    await start();
    await send('Mika', ROSE, 5);
    expect(inRound('anchor:a', 2)).toBe(10);
  });

  it('waits over a restart too', async () => {
    const { screen, start, close, dataDir } = await battle();
    await start();
    const [preset] = (await screen.call('presets.list', {})).presets;
    if (preset === undefined) throw new Error('no preset');
    const { version: _version, ...draft } = preset;
    await screen.call('presets.save', { preset: { ...draft, round: { ...draft.round, clearance: 500 } } });
    await close();
    const again = (await backstage({ dataDir })).screen;
    expect(again.state.presetAhead?.round.clearance).toBe(500);
    expect(again.state.preset?.round.clearance).toBe(0);
    await again.call('round.act', { action: 'end' });
    await again.until(() => again.state.preset?.round.clearance === 500);
  });
});

describe('gift that belongs to another round', () => {
  const inRounds = (rows: LedgerRow[]) =>
    rows.map(({ count, round, late, autoPlace }) => ({ count, round, late, by: autoPlace?.round }));

  it('can be moved there by hand, on disk and on screens, and the report shows both rounds', async () => {
    const { screen, send, start, rows, inRound } = await battle();
    await send('Mika', ROSE, 5);
    await start();
    const [row] = await rows();
    const rowIds = [row?.rowId ?? 0];
    await screen.call('ledger.place', { rowIds, round: 1, from: [0] });
    await screen.until(() => inRound('anchor:a') === 5);
    expect(inRounds(await rows())).toEqual([{ count: 5, round: 1, late: 'no', by: 0 }]);
    await screen.call('ledger.reassign', { rowIds, to: 'anchor:b' });
    await screen.until(() => inRound('anchor:b') === 5);
    const { entries } = await screen.call('report.audit', { limit: 10 });
    expect(entries).toMatchObject([
      { action: 'correct', target: 'anchor:b', fromRound: null, toRound: null },
      {
        action: 'place',
        target: 'anchor:a',
        fromRound: { kind: null },
        toRound: { number: 1, kind: 'battle' },
        votesTenths: 50,
      },
    ]);
    const { report } = await screen.call('report.read', { filter: { round: 1 } });
    expect(report.overview.counted.count).toBe(5);

    // Undo the older correction first: the gift leaves the round and keeps its assigned anchor.
    const [, placed] = entries;
    expect(await screen.call('ledger.undo', { seq: placed?.seq ?? 0 })).toMatchObject({ rows: 1 });
    await screen.until(() => inRound('anchor:b') === 0);
    expect(await rows()).toMatchObject([{ round: 0, target: 'anchor:b', reason: 'corrected' }]);
    await screen.call('ledger.undo', {});
    expect(await rows()).toMatchObject([{ round: 0, target: 'anchor:a', reason: 'exclusive' }]);
  });

  it("cannot be moved after another operator's move, nor to a missing round", async () => {
    const { screen, send, start, rows } = await battle();
    await start();
    await send('Mika', ROSE, 5);
    const rowIds = (await rows()).map(({ rowId }) => rowId);
    await screen.call('ledger.place', { rowIds, round: 0, from: [1] });
    await screen.call('round.act', { action: 'end' });
    await start();
    expect(await screen.refusal('ledger.place', { rowIds, round: 2, from: [1] })).toBe('ledger.stale');
    expect(await screen.refusal('ledger.place', { rowIds, round: 3 })).toBe('round.unknown');
    expect(await screen.refusal('ledger.place', { rowIds: [999], round: 1 })).toBe('ledger.rowUnknown');
    expect(await rows()).toMatchObject([{ round: 0, autoPlace: { round: 1 } }]);
  });

  it('is listed as late again when its move is undone', async () => {
    const { screen, sim, send, start, rows } = await battle();
    await start();
    await send('Mika', ROSE, 1);
    await screen.call('round.act', { action: 'end' });
    await screen.until(() => screen.state.rounds[0]?.phase === 'settled');
    const sentAt = (screen.state.rounds[0]?.startedAt ?? 0) + 1;
    sim.sendGift({ viewer: 'Late', gift: ROSE, count: 2, sentAt });
    await screen.until(() => screen.state.seen.count === 3);
    await start();
    const [late] = await rows();
    expect(late).toMatchObject({ round: 1, late: 'listed' });
    const rowIds = [late?.rowId ?? 0];
    await screen.call('ledger.place', { rowIds, round: 2 });
    expect((await rows())[0]).toMatchObject({
      round: 2,
      late: 'no',
      autoPlace: { round: 1, late: 'listed' },
    });
    await screen.call('ledger.undo', {});
    expect((await rows())[0]).toMatchObject({ round: 1, late: 'listed' });
    await screen.call('late.decide', { round: 1, accept: true });
    await screen.call('ledger.place', { rowIds, round: 0 });
    await screen.call('ledger.undo', {});
    expect((await rows())[0]).toMatchObject({ round: 1, late: 'accepted' });
    await screen.until(() => screen.state.rounds[0]?.accepted.rows === 1);
  });

  it('stays left out of its round when a later change of its anchor is undone', async () => {
    const { screen, sim, send, start, rows } = await battle();
    await start();
    await send('Mika', ROSE, 1);
    await screen.call('round.act', { action: 'end' });
    await screen.until(() => screen.state.rounds[0]?.phase === 'settled');
    const sentAt = (screen.state.rounds[0]?.startedAt ?? 0) + 1;
    sim.sendGift({ viewer: 'Late', gift: ROSE, count: 2, sentAt });
    await screen.until(() => screen.state.seen.count === 3);
    const rowIds = [(await rows())[0]?.rowId ?? 0];
    await screen.call('ledger.place', { rowIds, round: 1 });
    expect((await rows())[0]).toMatchObject({ round: 1, late: 'accepted' });
    await screen.call('late.decide', { round: 1, accept: false });
    await screen.call('ledger.reassign', { rowIds, to: 'anchor:b' });
    await screen.call('ledger.undo', {});
    expect((await rows())[0]).toMatchObject({ round: 1, late: 'listed', target: 'anchor:a' });
    expect(screen.state.rounds[0]?.accepted.rows).toBe(0);
  });
});

describe('all unallocated gifts of a viewer', () => {
  const LOVE = 5487;

  it('are those of the current round, and a settled round does not change', async () => {
    const { screen, send, start, rows } = await battle();
    await start();
    await send('Mika', LOVE, 5);
    await screen.call('round.act', { action: 'end' });
    await start();
    await send('Mika', LOVE, 3);
    const viewerId = (await rows())[0]?.viewerId ?? '';
    expect(await screen.call('ledger.reassignViewer', { viewerId, to: 'anchor:a' })).toMatchObject({
      rows: 1,
    });
    expect((await rows()).map(({ count, target }) => ({ count, target }))).toEqual([
      { count: 3, target: 'anchor:a' },
      { count: 5, target: 'unallocated' },
    ]);
  });

  it('are those outside of rounds while no round is on', async () => {
    const { screen, send, start, rows } = await battle();
    await start();
    await send('Mika', LOVE, 5);
    await screen.call('round.act', { action: 'end' });
    await screen.until(() => currentRound(screen.state) === null);
    await send('Mika', LOVE, 3, Date.now() + 1);
    const viewerId = (await rows())[0]?.viewerId ?? '';
    expect(await screen.call('ledger.reassignViewer', { viewerId, to: 'anchor:a' })).toMatchObject({
      rows: 1,
    });
  });
});

/** A host's clock that the test can advance, and gifts with send times of the platform's clock, which differs. */
async function twoClocks(platformAhead: number, round: Record<string, unknown> = {}) {
  let passed = 0;
  const now = () => Date.now() + passed;
  const shown = await battle(round, platformAhead, { now, after: systemClock.after });
  return {
    ...shown,
    pass: (ms: number) => {
      passed += ms;
    },
    sent: () => now() + platformAhead * 1000,
    give: (viewer: string, count: number, sentAt = now() + platformAhead * 1000) =>
      shown.send(viewer, ROSE, count, sentAt),
  };
}

describe("wrong clock of the host's computer", () => {
  it.each([-7, 7, 7200])(
    'counts each gift in its round with the platform %i s ahead, and reports the wrong clock',
    async (ahead) => {
      const { screen, give, start, rows, sent, pass } = await twoClocks(ahead);
      await give('Before', 1);
      await start();
      pass(2000);
      await give('Mika', 5);
      const running = sent();
      pass(1000);
      await screen.call('round.act', { action: 'pause' });
      pass(1000);
      const paused = sent();
      pass(1000);
      await screen.call('round.act', { action: 'resume' });
      pass(1000);
      await give('Ren', 4, running);
      await give('Ren', 3, paused);
      await screen.call('round.act', { action: 'end' });
      pass(1000);
      await give('Mika', 2);
      expect((await rows()).map(({ count, round }) => `${count} in ${round}`)).toEqual([
        '2 in 0',
        '3 in 0',
        '4 in 1',
        '5 in 1',
        '1 in 0',
      ]);
      await screen.until(() => screen.notices.has('clock'));
      expect(screen.notices.get('clock')).toEqual({
        code: ahead < 0 ? 'clock.ahead' : 'clock.behind',
        params: { seconds: Math.abs(ahead) },
      });
    },
  );
});

describe('end of the session', () => {
  it('waits for gifts that were sent before it, then settles and stops listening', async () => {
    const { screen, give, start, inRound, pass, sent } = await twoClocks(0);
    await give('Before', 1);
    await start();
    pass(2000);
    await give('Mika', 5);
    const before = sent();
    pass(500);
    await screen.call('session.act', { action: 'end' });
    await give('Mika', 4, before);
    expect(inRound('anchor:a')).toBe(9);
    expect(screen.state.rounds[0]?.phase).toBe('grace');
    pass(3000);
    await screen.until(() => screen.state.rounds[0]?.phase === 'settled');
    expect(screen.state.rounds[0]?.settlement?.attackerTenths).toBe(90);
    await screen.until(() => screen.connection?.phase === 'idle');
  });

  it('reopens the room after a restart during the delay, and marks a gap', async () => {
    const { screen, sim, give, start, close, dataDir } = await twoClocks(0, { delay: 60 });
    await give('Before', 1);
    await start();
    await give('Mika', 5);
    await screen.call('session.act', { action: 'end' });
    await close();
    const { screen: again } = await backstage({ dataDir, lines: linesTo(sim) });
    await sim.entered(2);
    await again.until(() => again.connection?.phase === 'live');
    sim.sendGift({ viewer: 'Ren', gift: ROSE, count: 4 });
    await again.until(() => again.state.seen.count === 10);
    expect(again.state.rounds[0]).toMatchObject({ phase: 'grace', gapCount: 1 });
    expect(again.state.rounds[0]?.targets.get('anchor:a')?.votesTenths).toBe(90);
    expect((await again.call('show.list', {})).shows).toHaveLength(1);
    await again.call('round.act', { action: 'cut' });
    await again.until(() => again.state.rounds[0]?.phase === 'settled');
  });

  it('settles the round at once if the host begins another show meanwhile', async () => {
    const { screen, give, start } = await twoClocks(0);
    await give('Before', 1);
    await start();
    await screen.call('session.act', { action: 'end' });
    const [ended] = (await screen.call('show.list', {})).shows;
    const presetId = screen.state.preset?.id ?? '';
    await screen.call('session.choosePreset', { presetId });
    const showId = ended?.showId ?? '';
    const { report } = await screen.call('report.read', { showId, filter: {} });
    expect(report.rounds[0]?.phase).toBe('settled');
  });
});

describe('late gift', () => {
  async function late() {
    const opened = await twoClocks(0);
    await opened.start();
    opened.pass(2000);
    await opened.give('Mika', 5);
    const before = opened.sent();
    opened.pass(1000);
    await opened.screen.call('round.act', { action: 'end' });
    await opened.screen.until(() => currentRound(opened.screen.state) === null);
    await opened.send('Late', DOUGHNUT, 3, before);
    return opened;
  }

  it('waits for the host, counts once accepted, and no longer after an undo', async () => {
    const { screen, inRound } = await late();
    const page = () => screen.call('ledger.page', { filter: { late: 'listed' }, limit: 10 });
    expect(await page()).toMatchObject({ total: 1, rows: [{ count: 3, round: 1, late: 'listed' }] });
    expect(inRound('anchor:b')).toBe(0);
    const done = await screen.call('late.decide', { round: 1, accept: true });
    await screen.until(() => inRound('anchor:b') > 0);
    expect(await page()).toMatchObject({ total: 0, rows: [] });
    await screen.call('late.decide', { round: 1, rowIds: done.rowIds, accept: false });
    await screen.until(() => inRound('anchor:b') === 0);
    expect((await page()).total).toBe(1);
    expect(await screen.refusal('late.decide', { round: 1, rowIds: [1], accept: true })).toBe(
      'ledger.notLate',
    );
    expect(await screen.refusal('late.decide', { round: 1, accept: false })).toBe('ledger.notLate');
  });

  it('is left out on every screen once one screen leaves it out, also after a restart, until the undo', async () => {
    const { screen, connect, close, dataDir } = await late();
    const other = new TestScreen({ connect });
    await other.subscribe();
    const listed = (at: TestScreen) => at.call('ledger.page', { filter: { late: 'listed' }, limit: 10 });
    const rowIds = (await listed(screen)).rows.map(({ rowId }) => rowId);
    const { seq } = await screen.call('ledger.place', { rowIds, round: 0, from: [0] });
    await other.until(() => other.state.rounds[0]?.late.rows === 0);
    expect((await listed(other)).total).toBe(0);
    expect(await other.refusal('late.decide', { round: 1, rowIds, accept: true })).toBe('ledger.notLate');
    expect(await other.call('ledger.place', { rowIds, round: 0, from: [0] })).toEqual({ seq });
    const { entries } = await other.call('report.audit', { limit: 10 });
    expect(entries[0]).toMatchObject({
      action: 'leaveLate',
      fromRound: { number: 1 },
      toRound: { kind: null },
    });
    await close();

    const { screen: again } = await backstage({ dataDir });
    expect((await listed(again)).total).toBe(0);
    const [row] = (await again.call('ledger.page', { filter: {}, limit: 1 })).rows;
    expect(row).toMatchObject({ round: 0, late: 'no', autoPlace: { round: 1, late: 'listed' } });
    expect(row?.placedAt).toBe(entries[0]?.at);
    const { told } = await again.call('ledger.undo', { rowId: row?.rowId ?? 0 });
    expect(told).toMatchObject({ gifts: 3, viewer: 'Late', leftOutOf: 1 });
    expect((await listed(again)).rows).toMatchObject([{ count: 3, round: 1, late: 'listed' }]);
    await again.until(() => again.state.rounds[0]?.late.rows === 1);
  });

  it('is still listed after a restart', async () => {
    const { close, dataDir } = await late();
    await close();
    const { screen } = await backstage({ dataDir });
    const { rows } = await screen.call('ledger.page', { filter: { late: 'listed' }, limit: 10 });
    expect(rows).toMatchObject([{ count: 3, late: 'listed', round: 1 }]);
  });
});

describe('missing gift', () => {
  it('is added by hand with a reason, for a known viewer or for a name only', async () => {
    const { screen, send, start, rows, inRound } = await battle();
    await start();
    await send('Mika', ROSE, 1);
    const gift = { giftId: ROSE, giftName: 'Rose', diamonds: 1, round: 1 };
    const viewerId = (await rows())[0]?.viewerId ?? '';
    await screen.call('gift.add', { ...gift, viewerId, viewerName: 'Mika', count: 10, to: 'anchor:a' });
    for (const count of [3, 4]) {
      await screen.call('gift.add', { ...gift, viewerName: 'Nobody yet', count, to: 'anchor:b' });
    }
    await screen.until(() => inRound('anchor:b') === 7);
    expect(inRound('anchor:a')).toBe(11);
    expect(screen.state.viewers.size).toBe(2);
    expect((await rows()).slice(0, 3)).toMatchObject([
      { viewerName: 'Nobody yet', reason: 'byHand', count: 4 },
      { viewerName: 'Nobody yet', reason: 'byHand', count: 3 },
      { viewerId, viewerName: 'Mika', reason: 'byHand', count: 10 },
    ]);
    const add = { ...gift, viewerName: 'X', count: 1, to: 'anchor:a' as const };
    expect(await screen.refusal('gift.add', { ...add, round: 7 })).toBe('round.unknown');
    expect(await screen.refusal('gift.add', { ...add, to: 'anchor:zz' })).toBe('anchor.unknown');
  });
});

describe('journal without rounds', () => {
  it('is migrated, and its rows belong to no round', () => {
    const db = new DatabaseSync(':memory:');
    db.exec('CREATE TABLE rows (row_id INTEGER PRIMARY KEY) STRICT; INSERT INTO rows VALUES (7)');
    db.exec('CREATE TABLE inputs (seq INTEGER PRIMARY KEY, kind TEXT NOT NULL)');
    db.exec('CREATE TABLE corrections (seq INTEGER PRIMARY KEY, undoes INTEGER)');
    db.exec('CREATE TABLE correction_rows (row_id INTEGER, seq INTEGER, target TEXT)');
    db.exec('PRAGMA user_version = 1');
    migrate(db);
    const standing = { round: 0, late: 'no', auto_round: null, auto_late: null, placed_at: null };
    expect({ ...db.prepare('SELECT * FROM rows').get() }).toEqual({ row_id: 7, ...standing });
    migrate(db);
    db.close();
  });
});

describe('deleted preset', () => {
  it('is restored unchanged in its place', async () => {
    const { screen } = await backstage();
    for (const name of ['One', 'Two', 'Three']) {
      await screen.call('presets.save', { preset: presetDraftSchema.parse({ name, anchors: [] }) });
    }
    const names = async () => (await screen.call('presets.list', {})).presets.map(({ name }) => name);
    const [, two] = (await screen.call('presets.list', {})).presets;
    if (two === undefined) throw new Error('no preset');
    const { place } = await screen.call('presets.delete', { presetId: two.id });
    expect(await names()).toEqual(['One', 'Three']);
    await screen.call('presets.restore', { preset: two, place });
    expect(await names()).toEqual(['One', 'Two', 'Three']);
    expect(await screen.refusal('presets.restore', { preset: two, place })).toBe('invalid');
    expect(await screen.refusal('presets.restore', { preset: { ...two, id: 'x' }, place })).toBe(
      'preset.nameTaken',
    );
  });
});
