import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#shared/contract/api/index.ts';
import { backstage, linesTo, simulator, startShow } from '#tests/integration/backstage/setup.ts';
import { startServer, type TestServer } from '#tests/integration/server/support/harness.ts';
import { Device } from './device.ts';

const ROSE = 5655;
const DOUGHNUT = 5879;

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/** A host's show with three roses for anchor a and an unallocated doughnut. */
async function onAir() {
  const host = await server.join();
  const sim = await simulator();
  const stage = await backstage({ lines: linesTo(sim) });
  await startShow(stage.screen, sim);
  sim.sendGift({ viewer: 'Mika', gift: ROSE, count: 3 });
  sim.sendGift({ viewer: 'Rei', gift: DOUGHNUT, count: 1 });
  await stage.screen.until(() => stage.screen.state.seen.count === 4);
  const device = await Device.open(server, host.token, 'Studio', stage);
  const { token } = host;
  const saved = async () =>
    (await server.client.call(api.show.list, { token, params: { page: 1, size: 20 } })).data.rows;
  const end = async () => {
    await stage.screen.call('session.act', { action: 'end' });
    await device.until(() => device.engine.state.status === 'ended');
    await device.settled();
  };
  return { token, sim, screen: stage.screen, stage, device, saved, end };
}

describe('show of a signed-in host', () => {
  it('is saved with its figures and people when it has ended, and not before', async () => {
    const { token, sim, device, saved, end } = await onAir();
    await device.settled();
    expect(await saved()).toEqual([]);
    await end();
    const [row] = await saved();
    expect(row).toMatchObject({ room: sim.username.toLowerCase(), gifts: 4 });
    const { item } = (await server.client.call(api.show.echo, { token, params: { id: row?.id ?? '' } })).data;
    expect(item).toMatchObject({ givers: 2, gifts: 4 });
    expect(item.viewers).toHaveLength(2);
    expect(item.anchors).toEqual([
      expect.objectContaining({ nickname: 'Aki', gifts: 3 }),
      expect.objectContaining({ nickname: 'Bea', gifts: 0 }),
    ]);
    expect(device.state).toMatchObject({ phase: 'idle', waiting: 0, refused: [] });
  });

  it('replaces its saved version after a later correction', async () => {
    const { token, screen, device, saved, end } = await onAir();
    await end();
    const { rows } = await screen.call('ledger.page', { filter: {}, limit: 10 });
    const lost = rows.find(({ target }) => target === 'unallocated');
    const { seq } = await screen.call('ledger.reassign', { rowIds: [lost?.rowId ?? 0], to: 'anchor:b' });
    await device.until(() => device.engine.state.seq >= seq);
    await device.settled();
    const shows = await saved();
    expect(shows).toHaveLength(1);
    const params = { id: shows[0]?.id ?? '' };
    const { item } = (await server.client.call(api.show.echo, { token, params })).data;
    expect(item.anchors).toContainEqual(expect.objectContaining({ nickname: 'Bea', gifts: 1 }));
    expect(device.conflicts).toEqual([]);
  });

  it('is kept locally while the server is unreachable', async () => {
    const { device, saved, end } = await onAir();
    device.offline = true;
    await end();
    expect(device.state.phase).toBe('waiting');
    expect(device.state.waiting).toBeGreaterThan(0);
    expect(await saved()).toEqual([]);
    device.offline = false;
    await device.settled();
    expect(await saved()).toHaveLength(1);
  });

  it('is not sent again from any browser once its account has deleted it', async () => {
    const { token, stage, saved, device, end } = await onAir();
    await end();
    const [row] = await saved();
    await server.client.call(api.show.remove, { token, params: { id: row?.id ?? '' } });
    await device.settled();
    expect(await saved()).toEqual([]);
    await Device.open(server, token, 'Another browser', stage);
    expect(await saved()).toEqual([]);
  });

  it('is kept in both versions if it continued elsewhere', async () => {
    const { token, stage, saved, end } = await onAir();
    await end();
    const [row] = await saved();
    const params = { id: row?.id ?? '' };
    const stored = (await server.client.call(api.show.echo, { token, params })).data;
    const longer = { ...stored.item, endedAt: Number(stored.item.endedAt) + 60_000 };
    const body = { baseRevision: stored.revision, item: longer, device: 'Laptop' };
    await server.client.call(api.show.save, { token, params, body });
    const again = await Device.open(server, token, 'Studio', stage);
    expect(again.conflicts).toHaveLength(1);
    expect((await saved()).map(({ name }) => name)).toHaveLength(2);
  });

  it('of a rehearsal is not sent', async () => {
    const { token } = await server.join();
    const stage = await backstage();
    await stage.screen.call('rehearsal.open', { size: 'small', locale: 'en' });
    await stage.screen.call('session.act', { action: 'start' });
    await stage.screen.until(() => stage.screen.state.status === 'counting');
    await stage.screen.call('session.act', { action: 'end' });
    await stage.screen.until(() => stage.screen.state.status === 'ended');
    const device = await Device.open(server, token, 'Studio', stage);
    expect(device.state.waiting).toBe(0);
    const list = await server.client.call(api.show.list, { token, params: { page: 1, size: 20 } });
    expect(list.data.rows).toEqual([]);
  });
});
