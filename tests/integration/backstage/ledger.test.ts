import { describe, expect, it } from 'vitest';
import type { LedgerFilter } from '#shared/contract/ledger.ts';
import { backstage, linesTo, simulator, startShow } from './setup.ts';

const ROSE = 5655;
const DOUGHNUT = 5879;

async function show() {
  const sim = await simulator();
  const opened = await backstage({ lines: linesTo(sim) });
  const { screen } = opened;
  await startShow(screen, sim);
  const send = async (viewer: string, gift: number, count: number) => {
    const before = screen.state.seen.count;
    const sent = sim.sendGift({ viewer, gift, count });
    await screen.until(() => screen.state.seen.count === before + count);
    return sent.userId;
  };
  const page = (filter: LedgerFilter = {}, limit = 50, before?: number) =>
    screen.call('ledger.page', { filter, limit, ...(before === undefined ? {} : { before }) });
  return { sim, screen, send, page };
}

describe('ledger', () => {
  it('has one growing row for a streak, and stable pages', async () => {
    const { send, page } = await show();
    for (let count = 1; count <= 5; count += 1) await send(`Viewer ${count}`, DOUGHNUT, count);
    const first = await page({}, 2);
    expect(first.rows.map(({ count }) => count)).toEqual([5, 4]);
    expect(first.total).toBe(5);
    await send('Late', DOUGHNUT, 9);
    const second = await page({}, 2, first.next ?? 0);
    expect(second.rows.map(({ count }) => count)).toEqual([3, 2]);
    const last = await page({}, 2, second.next ?? 0);
    expect(last).toMatchObject({ rows: [{ count: 1 }], next: null, total: 6 });
  });

  it('finds rows by part of a name in any case, by viewer, gift, credit and correction', async () => {
    const { screen, send, page } = await show();
    const mika = await send('MIKA ☆', ROSE, 1);
    await send('ミカ', DOUGHNUT, 2);
    await send('Ürsula', DOUGHNUT, 3);
    const counts = async (filter: LedgerFilter) => {
      const { rows, total } = await page(filter);
      expect(total).toBe(rows.length);
      return rows.map(({ count }) => count);
    };
    expect(await counts({ viewer: 'mika' })).toEqual([1]);
    expect(await counts({ viewer: 'üRS' })).toEqual([3]);
    expect(await counts({ viewer: '%' })).toEqual([]);
    expect(await counts({ viewerId: mika })).toEqual([1]);
    expect(await counts({ giftId: DOUGHNUT })).toEqual([3, 2]);
    expect(await counts({ target: 'unallocated' })).toEqual([3, 2]);
    expect(await counts({ target: 'anchors' })).toEqual([1]);
    const [row] = (await page({ viewer: 'ミカ' })).rows;
    await screen.call('ledger.reassign', { rowIds: [row?.rowId ?? 0], to: 'anchor:b' });
    expect(await counts({ corrected: true })).toEqual([2]);
    expect(await counts({ target: 'anchors' })).toEqual([2, 1]);
    expect(await counts({ giftId: DOUGHNUT, target: 'unallocated' })).toEqual([3]);
    await send('Ürsula', DOUGHNUT, 4);
    expect(await counts({ giftId: DOUGHNUT, target: 'unallocated' })).toEqual([4, 3]);
  });

  it('gives all unallocated gifts of a viewer to an anchor in one step, and undoes it in one', async () => {
    const { screen, send, page } = await show();
    const mika = await send('Mika', DOUGHNUT, 1);
    await send('Mika', DOUGHNUT, 2);
    await send('Other', DOUGHNUT, 5);
    expect(await screen.call('ledger.reassignViewer', { viewerId: mika, to: 'anchor:b' })).toMatchObject({
      rows: 2,
    });
    await screen.until(() => screen.votes('anchor:b') === 90);
    expect(await screen.call('ledger.undo', {})).toMatchObject({ rows: 2 });
    await screen.until(() => screen.votes('anchor:b') === 0);
    expect((await page({ target: 'unallocated' })).total).toBe(3);
    expect((await page({ corrected: true })).total).toBe(0);
    expect(await screen.refusal('ledger.undo', {})).toBe('ledger.nothingToUndo');
  });

  it("leaves gifts unallocated at the host's decision, and undo returns them to the queue and reports what it undid", async () => {
    const { screen, send, page } = await show();
    await send('Mika', DOUGHNUT, 2);
    await send('Mika', DOUGHNUT, 1);
    const open = async () => (await page({ target: 'unallocated', corrected: false })).total;
    const rowIds = (await page()).rows.map(({ rowId }) => rowId);
    const from = rowIds.map(() => 'unallocated' as const);
    await screen.call('ledger.reassign', { rowIds, from, to: 'unallocated' });
    expect(await open()).toBe(0);
    expect((await page()).rows).toMatchObject([
      { target: 'unallocated', reason: 'corrected' },
      { target: 'unallocated', reason: 'corrected' },
    ]);
    expect(screen.votes('unallocated')).toBe(90);
    const told = {
      gifts: 3,
      viewers: 1,
      viewer: 'Mika',
      target: 'unallocated',
      placed: false,
      leftOutOf: null,
    };
    expect(await screen.call('ledger.undo', {})).toMatchObject({ rows: 2, told });
    expect(await open()).toBe(2);
  });

  it('reports for which anchors the earlier gifts of a viewer count', async () => {
    const { screen, send, page } = await show();
    const mika = await send('Mika', DOUGHNUT, 1);
    await send('Mika', DOUGHNUT, 2);
    await send('Mika', DOUGHNUT, 3);
    const [newest, ...others] = (await page()).rows.map(({ rowId }) => rowId);
    await screen.call('ledger.reassign', { rowIds: others, to: 'anchor:b' });
    await screen.call('ledger.reassign', { rowIds: [newest ?? 0], to: 'uncounted' });
    expect(await screen.call('ledger.habits', { viewerIds: [mika, 'unknown'] })).toEqual({
      habits: [{ viewerId: mika, target: 'anchor:b', rows: 2 }],
    });
  });

  it('keeps the newest correction when an older one is undone', async () => {
    const { screen, send, page } = await show();
    await send('Mika', DOUGHNUT, 1);
    const rowIds = (await page()).rows.map(({ rowId }) => rowId);
    const first = await screen.call('ledger.reassign', { rowIds, to: 'anchor:a' });
    const second = await screen.call('ledger.reassign', { rowIds, to: 'anchor:b' });
    expect(await screen.call('ledger.undo', { seq: first.seq })).toMatchObject({ rows: 0 });
    expect((await page()).rows).toMatchObject([{ target: 'anchor:b', reason: 'corrected' }]);
    const undone = await screen.call('ledger.undo', {});
    expect((await page()).rows).toMatchObject([{ target: 'unallocated', reason: 'unbound' }]);
    expect(await screen.refusal('ledger.undo', { seq: second.seq })).toBe('ledger.nothingToUndo');
    await screen.call('ledger.undo', { seq: undone.seq });
    expect((await page()).rows).toMatchObject([{ target: 'anchor:b', reason: 'corrected' }]);
    await screen.until(() => screen.votes('anchor:b') === 30);
  });

  it('undoes a repeated assignment, as often as the host likes', async () => {
    const { screen, send, page } = await show();
    await send('Mika', DOUGHNUT, 1);
    const rowIds = (await page()).rows.map(({ rowId }) => rowId);
    let { seq } = await screen.call('ledger.reassign', { rowIds, to: 'anchor:a' });
    for (const target of ['unallocated', 'anchor:a', 'unallocated', 'anchor:a', 'unallocated']) {
      ({ seq } = await screen.call('ledger.undo', { seq }));
      expect((await page()).rows).toMatchObject([{ target }]);
    }
    expect(await screen.refusal('ledger.undo', {})).toBe('ledger.nothingToUndo');
    const { entries } = await screen.call('report.audit', { limit: 10 });
    expect(entries.map(({ action }) => action)).toEqual(['undo', 'redo', 'undo', 'redo', 'undo', 'correct']);
  });

  it('undoes several corrections of a row one at a time', async () => {
    const { screen, send, page } = await show();
    await send('Mika', DOUGHNUT, 1);
    const rowIds = (await page()).rows.map(({ rowId }) => rowId);
    const targets = ['anchor:a', 'anchor:b', 'uncounted'] as const;
    for (const to of targets) await screen.call('ledger.reassign', { rowIds, to });
    for (const target of ['anchor:b', 'anchor:a', 'unallocated']) {
      await screen.call('ledger.undo', {});
      expect((await page()).rows).toMatchObject([{ target }]);
    }
  });

  it('applies a correction to the rest of a combo, and undoes all of it', async () => {
    const { sim, screen, page } = await show();
    const { groupId } = sim.sendGift({ viewer: 'Mika', gift: DOUGHNUT, count: 2, close: false });
    await screen.until(() => screen.votes('unallocated') === 60);
    const [row] = (await page()).rows;
    await screen.call('ledger.reassign', { rowIds: [row?.rowId ?? 0], to: 'anchor:a' });
    sim.sendGift({ viewer: 'Mika', gift: DOUGHNUT, count: 5, step: 3, groupId });
    await screen.until(() => screen.votes('anchor:a') === 150);
    await screen.call('ledger.undo', {});
    await screen.until(() => screen.votes('unallocated') === 150);
    expect((await page()).rows).toMatchObject([{ count: 5, target: 'unallocated' }]);
  });

  it('refuses missing rows and missing anchors', async () => {
    const { screen, send, page } = await show();
    await send('Mika', DOUGHNUT, 1);
    const rowIds = (await page()).rows.map(({ rowId }) => rowId);
    expect(await screen.refusal('ledger.reassign', { rowIds: [1], to: 'anchor:a' })).toBe(
      'ledger.rowUnknown',
    );
    expect(await screen.refusal('ledger.reassign', { rowIds, to: 'anchor:zzz' })).toBe('anchor.unknown');
    expect(await screen.refusal('ledger.undo', { seq: 999 })).toBe('ledger.nothingToUndo');
    expect(await screen.refusal('ledger.reassignViewer', { viewerId: '1', to: 'anchor:a' })).toBe(
      'viewer.unknown',
    );
  });

  it('of a past show can be read', async () => {
    const { sim, screen, send } = await show();
    await send('Mika', ROSE, 2);
    const past = screen.showId ?? '';
    await screen.call('session.act', { action: 'end' });
    await screen.call('room.open', { username: sim.username, lineId: 'line1' });
    await screen.until(() => screen.showId !== past);
    const page = await screen.call('ledger.page', { showId: past, filter: {}, limit: 5 });
    expect(page).toMatchObject({ rows: [{ viewerName: 'Mika', count: 2 }], total: 1 });
    const outside = { showId: '../..', filter: {}, limit: 5 };
    expect(await screen.refusal('ledger.page', outside)).toBe('session.noShow');
  });
});
