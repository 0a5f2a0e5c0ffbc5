import { describe, expect, it } from 'vitest';
import type { LinkState } from '#renderer/data/platform/platform.ts';
import { SocketLink } from '#renderer/data/platform/socketLink.ts';
import { backstageUrl } from '#renderer/data/platform/web.ts';
import { LARGEST_REQUEST, type Push, presetDraftSchema } from '#shared/contract/backstage.ts';
import { FakeWorld } from './fakeSocket.ts';

function openLink() {
  const world = new FakeWorld();
  const link = new SocketLink(world);
  const states: LinkState[] = [];
  const pushes: Push[] = [];
  link.onState((state) => states.push(state));
  link.onPush((push) => pushes.push(push));
  return { world, link, states, pushes };
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'resolved',
    (error: { problem?: { code: string } }) => error.problem?.code,
  );

describe('socket link', () => {
  it('connects to the origin of the page', () => {
    expect(backstageUrl({ protocol: 'https:', host: 'show.example:8443' })).toBe(
      'wss://show.example:8443/backstage',
    );
    expect(backstageUrl({ protocol: 'http:', host: '127.0.0.1:5180' })).toBe('ws://127.0.0.1:5180/backstage');
  });

  it('matches responses to calls in any order', async () => {
    const { world, link } = openLink();
    world.last.open();
    const shows = link.call('show.list', {});
    const undone = link.call('ledger.undo', {});
    expect(world.last.sent).toEqual([
      { id: 1, call: 'show.list', args: {} },
      { id: 2, call: 'ledger.undo', args: {} },
    ]);
    const told = { gifts: 9, viewers: 1, viewer: 'Mika', target: null, placed: false, leftOutOf: null };
    world.last.receive({ id: 2, ok: true, result: { seq: 7, rows: 3, told } });
    world.last.receive({ id: 1, ok: true, result: { shows: [] } });
    expect(await undone).toEqual({ seq: 7, rows: 3, told });
    expect(await shows).toEqual({ shows: [] });
  });

  it('rejects a call with the code and the parameters of the problem', async () => {
    const { world, link } = openLink();
    world.last.open();
    const call = link.call('room.open', { username: 'a', lineId: 'line1' });
    world.last.receive({ id: 1, ok: false, problem: { code: 'room.rateLimited', params: { seconds: 30 } } });
    await expect(call).rejects.toMatchObject({
      problem: { code: 'room.rateLimited', params: { seconds: 30 } },
    });
  });

  it('rejects a call that is too large without sending it', async () => {
    const { world, link } = openLink();
    world.last.open();
    const data = 'x'.repeat(LARGEST_REQUEST);
    expect(await codeOf(link.call('pictures.put', { data }))).toBe('invalid');
    const preset = { ...presetDraftSchema.parse({ name: 'Large', anchors: [] }), name: data };
    expect(await codeOf(link.call('presets.save', { preset }))).toBe('preset.tooLarge');
    expect(world.last.sent).toEqual([]);
  });

  it('retries with the longest delay if the server cannot open the show', () => {
    const { world, link } = openLink();
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      world.last.open();
      world.last.drop(4503);
      expect(link.state).toMatchObject({ phase: 'lost', why: 'unavailable' });
      expect(world.sockets).toHaveLength(attempt);
      world.pass(5_000);
      expect(world.sockets).toHaveLength(attempt + 1);
    }
  });

  it('reports that the account has too many screens, and retries', () => {
    const { world, link } = openLink();
    world.last.open();
    world.last.drop(4430);
    expect(link.state).toMatchObject({ phase: 'lost', why: 'tooManyScreens' });
    expect(link.state.phase === 'lost' && link.state.retryAt).not.toBeNull();
  });

  it('rejects a call whose result does not match the schema', async () => {
    const { world, link } = openLink();
    world.last.open();
    const call = link.call('ledger.undo', {});
    world.last.receive({ id: 1, ok: true, result: { seq: 'seven' } });
    expect(await codeOf(call)).toBe('internal');
  });

  it('sends queued calls once, when the link opens', async () => {
    const { world, link } = openLink();
    const early = link.call('show.list', {});
    expect(world.last.sent).toEqual([]);
    world.last.open();
    expect(world.last.sent).toEqual([{ id: 1, call: 'show.list', args: {} }]);
    world.last.receive({ id: 1, ok: true, result: { shows: [] } });
    expect(await early).toEqual({ shows: [] });
    world.last.drop();
    world.pass(0);
    world.last.open();
    expect(world.last.sent).toEqual([]);
  });

  it('rejects calls while the link is lost', async () => {
    const { world, link } = openLink();
    const early = link.call('show.list', {});
    world.last.drop();
    expect(await codeOf(early)).toBe('connection.lost');
    expect(await codeOf(link.call('show.list', {}))).toBe('connection.lost');
    world.pass(0);
    world.last.open();
    expect(world.last.sent).toEqual([]);
  });

  it('rejects queued calls when it reconnects with another account', async () => {
    const { world, link } = openLink();
    const early = link.call('show.list', {});
    link.reconnect();
    world.last.open();
    expect(await codeOf(early)).toBe('connection.lost');
    expect(world.last.sent).toEqual([]);
  });

  it('rejects pending calls when the link is lost', async () => {
    const { world, link } = openLink();
    world.last.open();
    const call = link.call('show.list', {});
    world.last.drop();
    expect(await codeOf(call)).toBe('connection.lost');
  });

  it('delivers pushes in order and ignores invalid messages', () => {
    const { world, pushes } = openLink();
    world.last.open();
    world.last.receive('not json');
    world.last.receive({ push: 'show', showId: 's1' });
    world.last.receive({ push: 'of another version', x: 1 });
    world.last.receive({ push: 'show', showId: 's2' });
    expect(pushes).toEqual([
      { push: 'show', showId: 's1' },
      { push: 'show', showId: 's2' },
    ]);
  });

  it('reconnects at once, then with a delay that doubles up to five seconds', () => {
    const { world, states } = openLink();
    world.last.open();
    const waits: number[] = [];
    for (let time = 0; time < 8; time += 1) {
      const before = world.now();
      world.last.drop();
      const state = states.at(-1);
      if (state?.phase !== 'lost' || state.retryAt === null) throw new Error('the link is not lost');
      waits.push(state.retryAt - before);
      world.pass(state.retryAt - before);
    }
    expect(waits).toEqual([0, 250, 500, 1000, 2000, 4000, 5000, 5000]);
    world.last.open();
    expect(states.at(-1)).toEqual({ phase: 'open' });
    world.last.drop();
    expect(states.at(-1)).toMatchObject({ phase: 'lost', attempt: 1, retryAt: world.now() });
  });

  it('replaces a socket that does not open in time, and ignores the old one', () => {
    const { world, link } = openLink();
    const stuck = world.last;
    world.pass(8_000);
    expect(stuck.closed).toBe(true);
    world.pass(0);
    expect(world.sockets.length).toBe(2);
    stuck.open();
    expect(link.state.phase).toBe('connecting');
    world.last.open();
    expect(link.state.phase).toBe('open');
  });

  it('reconnects at once on request, but only while it is lost', () => {
    const { world, link } = openLink();
    world.last.open();
    link.retryNow();
    expect(world.sockets.length).toBe(1);
    world.last.drop();
    world.pass(0);
    world.last.drop();
    link.retryNow();
    expect(world.sockets.length).toBe(3);
    world.pass(60_000);
    expect(world.sockets.filter((socket) => !socket.closed).length).toBe(1);
  });

  it('does not reconnect after it was closed', async () => {
    const { world, link } = openLink();
    world.last.open();
    const call = link.call('show.list', {});
    link.close();
    expect(await codeOf(call)).toBe('connection.lost');
    world.last.drop();
    world.pass(60_000);
    expect(world.sockets.length).toBe(1);
  });
});
