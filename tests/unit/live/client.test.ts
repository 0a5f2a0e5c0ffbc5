import { describe, expect, it } from 'vitest';
import { RingsideError } from '#shared/contract/error.ts';
import { decodePushFrame } from '#shared/live/decode.ts';
import { chatEnvelope, controlEnvelope, fetchResult, frameOf, giftEnvelope, pushFrame } from './build.ts';
import { makeWorld, settled } from './world.ts';

const sentTypes = (sent: Uint8Array[]): (string | undefined)[] =>
  sent.map((bytes) => decodePushFrame(bytes)?.payloadType);

describe('room client', () => {
  it('finds the room, connects, enters it and is live', async () => {
    const { client, live, phases, rooms, asked } = makeWorld();
    const socket = await live();
    expect(phases()).toEqual(['resolving', 'connecting', 'live']);
    expect(asked.resolve).toEqual(['mika']);
    expect(rooms.map(({ nickname }) => nickname)).toEqual(['Mika']);
    expect(sentTypes(socket.sent)).toEqual(['hb', 'im_enter_room']);
    expect(client.state).toMatchObject({
      username: 'mika',
      roomId: '7300000000000000001',
      attempt: 0,
      problem: null,
    });
  });

  it('accepts a username as it was typed, and refuses an empty one at once', () => {
    const { client, asked } = makeWorld();
    expect(() => client.start('  ')).toThrow(new RingsideError('username.required'));
    expect(() => client.start('a/b')).toThrow(new RingsideError('username.invalid'));
    client.start(' @mika ');
    expect(asked.resolve).toEqual(['mika']);
  });

  it('delivers messages in order, with their bytes for the recording', async () => {
    const { live, intakes, client, clock } = makeWorld();
    const socket = await live();
    socket.frame(frameOf(giftEnvelope({ msgId: '1' }), chatEnvelope('2')));
    expect(intakes[0]?.messages.map(({ kind }) => kind)).toEqual(['gift', 'chat']);
    expect(intakes[0]?.raw.map(({ msgId }) => msgId)).toEqual(['1', '2']);
    expect(intakes[0]?.at).toBe(clock.now());
    expect(client.state).toMatchObject({
      lastEventAt: clock.now(),
      stats: { frames: 1, messages: 2, gifts: 1 },
    });
  });

  it('acknowledges a frame once, after its messages are stored', async () => {
    const { live, intakes } = makeWorld();
    const socket = await live();
    const content = fetchResult([giftEnvelope({ msgId: '1' })], { needAck: true, internalExt: 'ext-1' });
    socket.frame(pushFrame(content, { logId: '18446744073709551615' }));
    expect(sentTypes(socket.sent)).toEqual(['hb', 'im_enter_room']);
    intakes[0]?.ack();
    intakes[0]?.ack();
    expect(sentTypes(socket.sent)).toEqual(['hb', 'im_enter_room', 'ack']);
    const ack = decodePushFrame(socket.sent[2] ?? new Uint8Array());
    expect(ack?.logId).toBe('18446744073709551615');
    expect(new TextDecoder().decode(ack?.payload)).toBe('ext-1');
  });

  it('acknowledges nothing that needs no acknowledgement or whose connection is gone', async () => {
    const { live, intakes, clock, socket } = makeWorld();
    const first = await live();
    first.frame(frameOf(chatEnvelope('1')));
    intakes[0]?.ack();
    first.frame(pushFrame(fetchResult([chatEnvelope('2')], { needAck: true })));
    first.end();
    await clock.pass(30_000);
    socket().open();
    intakes[1]?.ack();
    expect(sentTypes(first.sent)).not.toContain('ack');
    expect(sentTypes(socket().sent)).not.toContain('ack');
  });

  it('sends a heartbeat every 10 s, or as often as the server says', async () => {
    const { live, clock } = makeWorld();
    const socket = await live();
    await clock.pass(30_000);
    expect(sentTypes(socket.sent).filter((type) => type === 'hb')).toHaveLength(4);
    socket.frame(pushFrame(fetchResult([chatEnvelope('1')], { heartbeat: 5000 })));
    await clock.pass(20_000);
    expect(sentTypes(socket.sent).filter((type) => type === 'hb')).toHaveLength(8);
  });

  it.each([
    [999, 10_000],
    [1000, 1000],
    [60_000, 60_000],
    [60_001, 10_000],
  ])('asked for a heartbeat every %i ms, sends one every %i ms', async (asked, interval) => {
    const { live, clock } = makeWorld();
    const socket = await live();
    socket.frame(pushFrame(fetchResult([], { heartbeat: asked })));
    const before = socket.sent.length;
    await clock.pass(interval - 1);
    expect(socket.sent.length).toBe(before);
    await clock.pass(1);
    expect(sentTypes(socket.sent.slice(before))).toEqual(['hb']);
  });

  it('does not delay the next heartbeat when the server repeats the interval', async () => {
    const { live, clock } = makeWorld();
    const socket = await live();
    const asked = () => socket.frame(pushFrame(fetchResult([], { heartbeat: 5000 })));
    asked();
    const before = socket.sent.length;
    await clock.pass(4000);
    asked();
    await clock.pass(1000);
    expect(sentTypes(socket.sent.slice(before))).toEqual(['hb']);
  });

  it('reports the newest send time of a frame and its live messages', async () => {
    const { live, intakes } = makeWorld();
    const socket = await live();
    const frameTime = 1_700_000_000_000;
    socket.frame(frameOf(giftEnvelope({ msgId: '1', sentAt: frameTime - 5 })));
    socket.frame(frameOf(giftEnvelope({ msgId: '2', sentAt: frameTime + 5 }), chatEnvelope('3')));
    socket.frame(frameOf(giftEnvelope({ msgId: '4', sentAt: frameTime + 9 }, true)));
    expect(intakes.map(({ sentAt }) => sentAt - frameTime)).toEqual([0, 5, 0]);
  });

  it('counts the messages that arrived together with the address', async () => {
    const { answers, live, messages } = makeWorld();
    const firstResult = fetchResult([giftEnvelope({ msgId: '1' })]);
    answers.opening = () => ({ url: 'wss://push.test/', headers: {}, firstResult });
    await live();
    expect(messages().map(({ msgId }) => msgId)).toEqual(['1']);
  });

  it('leaves no timer or socket when it is stopped', async () => {
    const { client, live, clock, gaps, intakes } = makeWorld();
    const socket = await live();
    client.stop();
    expect(client.state.phase).toBe('idle');
    expect(socket.closed).toBe(true);
    expect(clock.waiting).toBe(0);
    socket.frame(frameOf(chatEnvelope('1')));
    socket.end();
    expect(client.state.phase).toBe('idle');
    expect(intakes).toEqual([]);
    expect(gaps).toEqual([]);
  });

  it('does not continue a pending step after it was stopped', async () => {
    const { client, clock, sockets, rooms } = makeWorld();
    client.start('mika');
    client.stop();
    await settled();
    expect(sockets).toEqual([]);
    expect(rooms).toEqual([]);
    expect(clock.waiting).toBe(0);
  });

  it('ends when the room says so, and still takes pending messages', async () => {
    const { client, live, clock, messages, gaps } = makeWorld();
    const socket = await live();
    socket.frame(frameOf(controlEnvelope('1', 3), giftEnvelope({ msgId: '2' })));
    socket.frame(frameOf(giftEnvelope({ msgId: '3' })));
    expect(client.state).toMatchObject({ phase: 'ended', problem: { code: 'room.ended' } });
    await clock.pass(60_000);
    expect(socket.closed).toBe(true);
    expect(messages().map(({ msgId }) => msgId)).toEqual(['1', '2', '3']);
    expect(client.state.phase).toBe('ended');
    expect(gaps).toEqual([]);
    expect(clock.waiting).toBe(0);
  });

  it('ignores the repeated end of an earlier live', async () => {
    const { client, live } = makeWorld();
    const socket = await live();
    socket.frame(frameOf(controlEnvelope('1', 3, true)));
    expect(client.state.phase).toBe('live');
  });
});
