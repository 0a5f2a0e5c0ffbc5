import { describe, expect, it } from 'vitest';
import { chatEnvelope, fetchResult, frameOf, giftEnvelope, pushFrame } from './build.ts';
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

  it('is not ended by a frame without messages', async () => {
    const { client, live, clock } = makeWorld();
    const socket = await live();
    await clock.pass(15_000);
    const last = client.state.lastEventAt;
    socket.frame(frameOf());
    expect(client.state).toMatchObject({ phase: 'silent', lastEventAt: last });
  });

  it('is reported once, however long it lasts', async () => {
    const { live, clock, states } = makeWorld();
    const socket = await live();
    for (let i = 0; i < 6; i += 1) {
      await clock.pass(15_000);
      socket.frame(frameOf());
    }
    expect(states.filter(({ phase }) => phase === 'silent')).toHaveLength(1);
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

describe('clock that is set back by an hour', () => {
  const HOUR = 3_600_000;

  it('does not delay the report of silence', async () => {
    const { client, live, clock } = makeWorld();
    await live();
    await clock.pass(10_000);
    clock.setBack(HOUR);
    await clock.pass(20_000);
    expect(client.state.phase).toBe('silent');
  });

  it('does not delay the new connection after 60 s without a frame', async () => {
    const { client, live, clock } = makeWorld();
    const socket = await live();
    await clock.pass(10_000);
    clock.setBack(HOUR);
    await clock.pass(75_000);
    expect(socket.closed).toBe(true);
    expect(client.state.attempt).toBe(1);
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

  it('is reported with its messages whose envelope is broken, of which nothing is known', async () => {
    const { live, gaps, messages } = makeWorld();
    const content = Buffer.concat([
      Uint8Array.of(0x0a, 0x02, 0x12, 0x7f),
      fetchResult([giftEnvelope({ msgId: '2' })]),
    ]);
    (await live()).frame(pushFrame(content));
    expect(gaps.map(({ cause, detail }) => [cause, detail])).toEqual([['badFrame', '']]);
    expect(messages().map(({ msgId }) => msgId)).toEqual(['2']);
  });

  it('reports the kind of a message that was lost in an intact frame', async () => {
    const { live, gaps, messages } = makeWorld();
    const broken = { ...giftEnvelope({ msgId: '1' }), payload: Uint8Array.of(0xff) };
    (await live()).frame(frameOf(broken, giftEnvelope({ msgId: '2' })));
    expect(gaps.map(({ cause, detail }) => [cause, detail])).toEqual([['badFrame', 'WebcastGiftMessage']]);
    expect(messages().map(({ msgId }) => msgId)).toEqual(['2']);
  });
});
