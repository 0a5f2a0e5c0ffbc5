import { describe, expect, it } from 'vitest';
import { chatEnvelope, frameOf, giftEnvelope, pushFrame } from './build.ts';
import { makeWorld } from './world.ts';

describe('silence', () => {
  it('is reported after 15 s without a message, and ends with the next one', async () => {
    const { client, live, clock } = makeWorld();
    const socket = await live();
    await clock.pass(14_999);
    expect(client.state.phase).toBe('live');
    await clock.pass(1);
    expect(client.state.phase).toBe('silent');
    await clock.pass(5000);
    socket.frame(frameOf(chatEnvelope('1')));
    expect(client.state.phase).toBe('live');
    await clock.pass(14_999);
    expect(client.state.phase).toBe('live');
    await clock.pass(1);
    expect(client.state.phase).toBe('silent');
  });

  it('of a room does not close a connection that still answers', async () => {
    const { client, live, clock, sockets, gaps } = makeWorld();
    const socket = await live();
    for (let i = 0; i < 30; i += 1) {
      await clock.pass(10_000);
      socket.frame(pushFrame(Uint8Array.of(8, 1), { type: 'hb', zip: false }));
    }
    expect(client.state.phase).toBe('silent');
    expect(sockets).toHaveLength(1);
    expect(gaps).toEqual([]);
  });

  it('of the connection for 60 s leads to a new connection and a gap', async () => {
    const { client, live, clock, socket, phases, gaps, asked } = makeWorld();
    const first = await live();
    const from = clock.now();
    await clock.pass(60_000);
    expect(first.closed).toBe(true);
    expect(client.state).toMatchObject({ phase: 'reconnecting', attempt: 1 });
    await clock.pass(1000);
    socket().open();
    expect(phases()).toEqual([
      'resolving',
      'connecting',
      'live',
      'silent',
      'reconnecting',
      'resolving',
      'connecting',
      'live',
    ]);
    expect(asked.resolve).toHaveLength(2);
    expect(gaps).toEqual([{ cause: 'silence', from, until: from + 61_000, detail: '' }]);
  });
});

describe('broken frame', () => {
  it('is reported as a gap since the frame before, and the next frame counts', async () => {
    const { client, live, clock, gaps, messages } = makeWorld();
    const socket = await live();
    const from = clock.now();
    await clock.pass(2000);
    socket.frame(Uint8Array.of(0xff, 0xff));
    socket.frame(frameOf(giftEnvelope({ msgId: '1' })));
    expect(gaps).toEqual([{ cause: 'badFrame', from, until: from + 2000, detail: '' }]);
    expect(messages()).toHaveLength(1);
    expect(client.state).toMatchObject({ phase: 'live', stats: { broken: 1, frames: 2 } });
    expect(client.inspection.report()).toHaveLength(1);
  });

  it('reports the kind of a message that was lost in an intact frame', async () => {
    const { live, gaps, messages } = makeWorld();
    const broken = { ...giftEnvelope({ msgId: '1' }), payload: Uint8Array.of(0xff) };
    (await live()).frame(frameOf(broken, giftEnvelope({ msgId: '2' })));
    expect(gaps.map(({ cause, detail }) => [cause, detail])).toEqual([['badFrame', 'WebcastGiftMessage']]);
    expect(messages().map(({ msgId }) => msgId)).toEqual(['2']);
  });
});
