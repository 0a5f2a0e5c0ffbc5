import { describe, expect, it } from 'vitest';
import { backstage, linesTo, simulator, startShow } from './setup.ts';

const DOUGHNUT = 5879;

/** A show with one unallocated gift, and its row as both operators see it. */
async function show() {
  const sim = await simulator();
  const { screen } = await backstage({ lines: linesTo(sim) });
  await startShow(screen, sim);
  const { userId } = sim.sendGift({ viewer: 'Mika', gift: DOUGHNUT, count: 2 });
  await screen.until(() => screen.state.seen.count === 2);
  const { rows } = await screen.call('ledger.page', { filter: {}, limit: 10 });
  const rowIds = rows.map(({ rowId }) => rowId);
  const target = async () => (await screen.call('ledger.page', { filter: {}, limit: 1 })).rows[0]?.target;
  return { screen, viewerId: userId, rowIds, target };
}

describe('two operators of one show', () => {
  it('cannot overwrite an unseen change: a row that was moved meanwhile stays in its place', async () => {
    const { screen, rowIds, target } = await show();
    const seen = { rowIds, from: ['unallocated' as const] };
    await screen.call('ledger.reassign', { ...seen, to: 'anchor:a' });
    expect(await screen.refusal('ledger.reassign', { ...seen, to: 'anchor:b' })).toBe('ledger.stale');
    expect(await target()).toBe('anchor:a');
    await screen.call('ledger.reassign', { rowIds, from: ['anchor:a'], to: 'anchor:b' });
    expect(await target()).toBe('anchor:b');
  });

  it('get no conflict if both want the same', async () => {
    const { screen, rowIds, target } = await show();
    const same = { rowIds, from: ['unallocated' as const], to: 'anchor:a' as const };
    const first = await screen.call('ledger.reassign', same);
    expect(await screen.call('ledger.reassign', same)).toEqual(first);
    expect(await target()).toBe('anchor:a');
  });

  it('undo only a correction that they have seen', async () => {
    const { screen, rowIds, target } = await show();
    const { seq } = await screen.call('ledger.reassign', { rowIds, to: 'anchor:a' });
    expect(await screen.refusal('ledger.undo', { seen: seq - 1 })).toBe('ledger.stale');
    expect(await target()).toBe('anchor:a');
    await screen.call('ledger.undo', { seen: seq });
    expect(await target()).toBe('unallocated');
  });

  it('keep a manual binding that was made meanwhile', async () => {
    const { screen, viewerId } = await show();
    const manual = () => screen.state.viewers.get(viewerId)?.manual;
    await screen.call('bindings.bind', { viewerId, anchorId: 'a', from: null });
    expect(await screen.refusal('bindings.bind', { viewerId, anchorId: 'b', from: null })).toBe(
      'viewer.stale',
    );
    await screen.until(() => manual() === 'a');
    await screen.call('bindings.bind', { viewerId, anchorId: 'b', from: 'a' });
    await screen.until(() => manual() === 'b');
  });

  it('keep the lines that were saved during an edit elsewhere', async () => {
    const { screen } = await show();
    const { lines: base } = await screen.call('lines.list', {});
    const signedBy = (signUrl: string) => base.map((line) => ({ ...line, signUrl }));
    await screen.call('lines.save', { lines: signedBy('https://first.test'), base });
    expect(await screen.refusal('lines.save', { lines: signedBy('https://second.test'), base })).toBe(
      'line.stale',
    );
    const saved = async () => (await screen.call('lines.list', {})).lines.map(({ signUrl }) => signUrl);
    expect(await saved()).toEqual(['https://first.test', 'https://first.test']);
    await screen.call('lines.save', {
      lines: signedBy('https://second.test'),
      base: signedBy('https://first.test'),
    });
    expect(await saved()).toEqual(['https://second.test', 'https://second.test']);
  });

  it('keep a preset that was saved during an edit elsewhere', async () => {
    const { screen } = await show();
    const { preset: base } = await screen.call('presets.save', { preset: { name: 'Friday', anchors: [] } });
    const { version: _version, ...draft } = base;
    const first = await screen.call('presets.save', { preset: { ...draft, name: 'Friday night' }, base });
    expect(await screen.refusal('presets.save', { preset: { ...draft, name: 'Saturday' }, base })).toBe(
      'preset.stale',
    );
    const { presets } = await screen.call('presets.list', {});
    expect(presets.find(({ id }) => id === base.id)?.name).toBe('Friday night');
    const again = { ...draft, name: 'Saturday' };
    const saved = await screen.call('presets.save', { preset: again, base: first.preset });
    expect(saved.preset.name).toBe('Saturday');
  });
});
