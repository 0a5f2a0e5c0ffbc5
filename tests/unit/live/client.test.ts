import { describe, expect, it } from 'vitest';
import { RingsideError } from '#shared/contract/error.ts';
import { decodePushFrame } from '#shared/live/decode.ts';
import { RecentIds } from '#shared/live/recentIds.ts';
import { chatEnvelope, controlEnvelope, fetchResult, giftEnvelope, pushFrame } from './build.ts';
import { makeWorld, settled } from './world.ts';

const frameOf = (...messages: Parameters<typeof fetchResult>[0]) => pushFrame(fetchResult(messages));
const sentTypes = (sent: Uint8Array[]): (string | undefined)[] =>
  sent.map((bytes) => decodePushFrame(bytes)?.payloadType);

describe('listening to a room', () => {
  it('finds the room, connects, greets it and is live', async () => {
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

  it('takes a username as it was typed, and refuses none at once', () => {
    const { client, asked } = makeWorld();
    expect(() => client.start('  ')).toThrow(new RingsideError('username.required'));
    expect(() => client.start('a/b')).toThrow(new RingsideError('username.invalid'));
    client.start(' @mika ');
    expect(asked.resolve).toEqual(['mika']);
  });

  it('hands messages on in order, with their bytes for the recording', async () => {
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

  it('acknowledges a frame when its messages are kept, not before, and once', async () => {
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

  it('acknowledges nothing that asks for no acknowledgement, nor on a connection that is gone', async () => {
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

  it('counts the messages that came together with the address', async () => {
    const { answers, live, messages } = makeWorld();
    const firstResult = fetchResult([giftEnvelope({ msgId: '1' })]);
    answers.opening = () => ({ url: 'wss://push.test/', headers: {}, firstResult });
    await live();
    expect(messages().map(({ msgId }) => msgId)).toEqual(['1']);
  });

  it('leaves nothing running when it is stopped', async () => {
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

  it('does not take up what was under way when it was stopped', async () => {
    const { client, clock, sockets, rooms } = makeWorld();
    client.start('mika');
    client.stop();
    await settled();
    expect(sockets).toEqual([]);
    expect(rooms).toEqual([]);
    expect(clock.waiting).toBe(0);
  });

  it('ends when the room says so, and still takes what is under way', async () => {
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

  it('does not end for an end of earlier that is only repeated', async () => {
    const { client, live } = makeWorld();
    const socket = await live();
    socket.frame(frameOf(controlEnvelope('1', 3, true)));
    expect(client.state.phase).toBe('live');
  });
});

describe('after an interruption', () => {
  it('comes back by itself, and tells of the gap once it is over', async () => {
    const { client, live, clock, socket, phases, gaps } = makeWorld();
    const first = await live();
    first.frame(frameOf(chatEnvelope('1')));
    const from = clock.now();
    await clock.pass(4000);
    first.end();
    expect(client.state).toMatchObject({
      phase: 'reconnecting',
      attempt: 1,
      problem: { code: 'room.unreachable' },
    });
    expect(client.state.nextTryAt).toBe(clock.now() + 750);
    expect(gaps).toEqual([]);
    await clock.pass(1000);
    socket().open();
    expect(phases()).toEqual(['resolving', 'connecting', 'live', 'reconnecting', 'connecting', 'live']);
    expect(gaps).toEqual([{ cause: 'disconnect', from, until: clock.now(), detail: '' }]);
    expect(client.state.problem).toBeNull();
    socket().frame(frameOf(chatEnvelope('2')));
    expect(client.state.attempt).toBe(0);
  });

  it('counts a repeated message once, and says what is history of before and of meanwhile', async () => {
    const { client, live, clock, socket, messages } = makeWorld();
    const first = await live();
    first.frame(frameOf(giftEnvelope({ msgId: '1' }, true), giftEnvelope({ msgId: '2' })));
    first.end();
    await clock.pass(1000);
    socket().open();
    socket().frame(frameOf(giftEnvelope({ msgId: '2' }, true), giftEnvelope({ msgId: '3' }, true)));
    expect(messages().map(({ msgId, history }) => [msgId, history])).toEqual([
      ['1', 'first'],
      ['2', undefined],
      ['3', 'again'],
    ]);
    expect(client.state.stats.duplicates).toBe(1);
  });

  it('takes history as missed from the start when the session was running before', async () => {
    const { live, messages } = makeWorld({ resumed: true, seen: new RecentIds(100, ['1']) });
    const socket = await live();
    socket.frame(frameOf(giftEnvelope({ msgId: '1' }, true), giftEnvelope({ msgId: '2' }, true)));
    expect(messages().map(({ msgId, history }) => [msgId, history])).toEqual([['2', 'again']]);
  });

  it('takes the history of another room as from before', async () => {
    const { client, live, answers, socket, messages } = makeWorld({ resumed: true });
    await live();
    answers.room = () => ({ ...makeWorldRoom('aya'), roomId: '8' });
    client.start('aya');
    await settled();
    socket().open();
    socket().frame(frameOf(giftEnvelope({ msgId: '5' }, true)));
    expect(messages().map(({ history }) => history)).toEqual(['first']);
  });

  it('waits longer each time, 30 s at most, and looks the room up again in between', async () => {
    const { client, live, clock, socket, sockets, asked } = makeWorld();
    (await live()).end();
    const waits: number[] = [];
    for (let i = 0; i < 8; i += 1) {
      waits.push((client.state.nextTryAt ?? 0) - clock.now());
      await clock.pass(waits.at(-1) ?? 0);
      socket().end();
    }
    expect(waits).toEqual([750, 1500, 3000, 6000, 12_000, 22_500, 22_500, 22_500]);
    expect(sockets).toHaveLength(9);
    expect(asked.resolve).toHaveLength(5);
    expect(client.state.attempt).toBe(9);
  });

  it('goes on from where it stopped', async () => {
    const { live, clock, asked } = makeWorld();
    const socket = await live();
    socket.frame(pushFrame(fetchResult([chatEnvelope('1')], { cursor: 'cursor-1' })));
    socket.end();
    await clock.pass(1000);
    expect(asked.resumes).toEqual([undefined, 'cursor-1']);
  });

  it('gives a socket up that does not open', async () => {
    const { client, clock, socket } = makeWorld();
    client.start('mika');
    await clock.pass(20_000);
    expect(socket().closed).toBe(true);
    expect(client.state).toMatchObject({ phase: 'reconnecting', problem: { code: 'room.unreachable' } });
  });

  it('gives a lookup up that does not answer', async () => {
    const { client, clock } = makeWorld({
      source: {
        resolve: (_, signal) =>
          new Promise((_resolve, reject) =>
            signal.addEventListener('abort', () => reject(new Error('late'))),
          ),
        open: () => Promise.reject(new Error('not to be asked')),
        renew: () => {},
      },
    });
    client.start('mika');
    await clock.pass(20_000);
    expect(client.state).toMatchObject({
      phase: 'reconnecting',
      attempt: 1,
      problem: { code: 'room.unreachable' },
    });
  });

  it('tells a restart by hand as a gap too', async () => {
    const { client, live, clock, socket, gaps } = makeWorld();
    await live();
    const from = clock.now();
    await clock.pass(3000);
    client.start('mika');
    await settled();
    socket().open();
    expect(gaps).toEqual([{ cause: 'disconnect', from, until: from + 3000, detail: '' }]);
  });

  it('ends when the room has ended meanwhile', async () => {
    const { client, live, answers, clock, gaps } = makeWorld();
    (await live()).end();
    answers.room = () => ({ ...makeWorldRoom('mika'), live: false });
    answers.opening = () => {
      throw new RingsideError('room.unreachable');
    };
    await clock.pass(60_000);
    expect(client.state).toMatchObject({ phase: 'ended', problem: { code: 'room.ended' } });
    expect(gaps).toHaveLength(1);
    expect(clock.waiting).toBe(0);
  });

  it('does not give a running show up for an answer that may be wrong', async () => {
    const { client, live, answers, clock, socket } = makeWorld();
    (await live()).end();
    answers.room = () => {
      throw new RingsideError('room.noSuchUser');
    };
    await clock.pass(800);
    socket().end();
    await clock.pass(1500);
    expect(client.state).toMatchObject({ phase: 'reconnecting', problem: { code: 'room.noSuchUser' } });
    await clock.pass(6000);
    socket().open();
    expect(client.state.phase).toBe('live');
  });
});

describe('silence', () => {
  it('shows after 15 s without a message, and is over with the next', async () => {
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

  it('of a room whose connection still answers is no reason to leave it', async () => {
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

  it('of the connection itself for 60 s means a new one, and a gap', async () => {
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

describe('a frame that is broken', () => {
  it('is told as a gap from the frame before, and the next one counts', async () => {
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

  it('names the kind of message that was lost in an otherwise fine one', async () => {
    const { live, gaps, messages } = makeWorld();
    const broken = { ...giftEnvelope({ msgId: '1' }), payload: Uint8Array.of(0xff) };
    (await live()).frame(frameOf(broken, giftEnvelope({ msgId: '2' })));
    expect(gaps.map(({ cause, detail }) => [cause, detail])).toEqual([['badFrame', 'WebcastGiftMessage']]);
    expect(messages().map(({ msgId }) => msgId)).toEqual(['2']);
  });
});

function makeWorldRoom(ownerUsername: string) {
  return {
    roomId: '7300000000000000001',
    ownerId: '1',
    ownerUsername,
    nickname: ownerUsername,
    title: '',
    avatar: '',
    following: 0,
    followers: 0,
    live: true,
  };
}
