import { describe, expect, it } from 'vitest';
import { RingsideError } from '#shared/contract/error.ts';
import { decodePushFrame } from '#shared/live/decode.ts';
import { ProtoReader } from '#shared/live/proto/reader.ts';
import { RecentIds } from '#shared/live/recentIds.ts';
import { chatEnvelope, fetchResult, frameOf, giftEnvelope, pushFrame } from './build.ts';
import { type FakeSocket, makeWorld, room, settled } from './world.ts';

/** The cursor in the frame with which a client entered the room. */
function enteredWith({ sent }: FakeSocket): string | undefined {
  const entered = sent.flatMap((bytes) => decodePushFrame(bytes) ?? []);
  const payload = entered.find(({ payloadType }) => payloadType === 'im_enter_room')?.payload;
  if (payload === undefined) return undefined;
  const reader = new ProtoReader(payload);
  while (reader.next()) {
    if (reader.field === 6) return reader.string();
    reader.skip();
  }
  return undefined;
}

describe('interruption', () => {
  it('is followed by a reconnect, and reported as a gap once it is over', async () => {
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

  it('ends with the time of the reconnect, whatever follows', async () => {
    const { client, live, clock, socket, states } = makeWorld();
    (await live()).end();
    await clock.pass(1000);
    socket().open();
    const since = clock.now();
    await clock.pass(3000);
    expect(states.at(-1)?.attempt).toBe(1);
    socket().frame(frameOf(chatEnvelope('1')));
    expect(states.at(-1)?.attempt).toBe(0);
    expect(client.state).toMatchObject({ phase: 'live', attempt: 0, since });
  });

  it('is reported from the time of the connection if no message ever arrived on it', async () => {
    const { client, clock, socket, gaps } = makeWorld();
    client.start('mika');
    await settled();
    await clock.pass(3000);
    socket().open();
    const from = clock.now();
    await clock.pass(2000);
    socket().end();
    await clock.pass(1000);
    socket().open();
    expect(gaps).toEqual([{ cause: 'disconnect', from, until: clock.now(), detail: '' }]);
  });

  it('does not count a repeated message again, and separates history from before and from meanwhile', async () => {
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

  it('counts history as missed from the start if the session was running before', async () => {
    const { live, messages } = makeWorld({ resumed: true, seen: new RecentIds(100, ['1']) });
    const socket = await live();
    socket.frame(frameOf(giftEnvelope({ msgId: '1' }, true), giftEnvelope({ msgId: '2' }, true)));
    expect(messages().map(({ msgId, history }) => [msgId, history])).toEqual([['2', 'again']]);
  });

  it('treats the history of another room as earlier', async () => {
    const { client, live, answers, socket, messages } = makeWorld({ resumed: true });
    await live();
    answers.room = () => ({ ...room, ownerUsername: 'aya', roomId: '8' });
    client.start('aya');
    await settled();
    socket().open();
    socket().frame(frameOf(giftEnvelope({ msgId: '5' }, true)));
    expect(messages().map(({ history }) => history)).toEqual(['first']);
  });

  it('uses a back-off of at most 30 s, and looks the room up again in between', async () => {
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

  it('continues from the last cursor', async () => {
    const { live, clock, asked } = makeWorld();
    const socket = await live();
    socket.frame(pushFrame(fetchResult([chatEnvelope('1')], { cursor: 'cursor-1' })));
    socket.end();
    await clock.pass(1000);
    expect(asked.resumes).toEqual([undefined, 'cursor-1']);
  });

  it('includes a socket that does not open in time', async () => {
    const { client, clock, socket } = makeWorld();
    client.start('mika');
    await clock.pass(20_000);
    expect(socket().closed).toBe(true);
    expect(client.state).toMatchObject({ phase: 'reconnecting', problem: { code: 'room.unreachable' } });
  });

  it('includes a look-up that is not answered in time', async () => {
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

  it('is reported for a restart by hand too', async () => {
    const { client, live, clock, socket, gaps } = makeWorld();
    await live();
    const from = clock.now();
    await clock.pass(3000);
    client.start('mika');
    await settled();
    socket().open();
    expect(gaps).toEqual([{ cause: 'disconnect', from, until: from + 3000, detail: '' }]);
  });

  it('is not reported for a restart by hand before the socket has opened', async () => {
    const { client, clock, socket, gaps } = makeWorld();
    client.start('mika');
    await clock.pass(3000);
    client.start('mika');
    await settled();
    socket().open();
    expect(gaps).toEqual([]);
  });

  it('is reported when the host stops, and no retry remains', async () => {
    const { client, live, clock, gaps } = makeWorld();
    const first = await live();
    const from = clock.now();
    first.end();
    await clock.pass(500);
    client.stop();
    expect(gaps).toEqual([{ cause: 'disconnect', from, until: clock.now(), detail: '' }]);
    expect(client.state).toMatchObject({ phase: 'idle', attempt: 0, problem: null, nextTryAt: null });
  });

  it('is reported when the host changes to another room, about which nothing is known yet', async () => {
    const { client, live, answers, asked, gaps, socket, clock } = makeWorld();
    const first = await live();
    first.frame(pushFrame(fetchResult([chatEnvelope('1')], { cursor: 'cursor-1' })));
    first.end();
    await clock.pass(500);
    answers.room = () => ({ ...room, ownerUsername: 'aya', roomId: '8' });
    client.start('aya');
    expect(gaps.map(({ until }) => until)).toEqual([clock.now()]);
    expect(client.state).toMatchObject({ username: 'aya', roomId: '', lastEventAt: null, attempt: 0 });
    await settled();
    socket().open();
    expect(client.state.roomId).toBe('8');
    expect(asked.resumes).toEqual([undefined, undefined]);
    expect(gaps).toHaveLength(1);
  });

  it('tells the platform the last cursor when it enters the room again', async () => {
    const { live, clock, socket } = makeWorld();
    const first = await live();
    expect(enteredWith(first)).toBe('');
    first.frame(pushFrame(fetchResult([chatEnvelope('1')], { cursor: 'cursor-1' })));
    first.end();
    await clock.pass(1000);
    socket().open();
    expect(enteredWith(socket())).toBe('cursor-1');
  });

  it('forgets the cursor if the host has begun another live meanwhile', async () => {
    const { live, answers, asked, clock, socket, client } = makeWorld();
    const first = await live();
    first.frame(pushFrame(fetchResult([chatEnvelope('1')], { cursor: 'cursor-1' })));
    first.end();
    await clock.pass(1000);
    answers.room = () => ({ ...room, roomId: '8' });
    socket().end();
    await clock.pass(2000);
    expect(asked.resumes).toEqual([undefined, 'cursor-1', '']);
    expect(client.state.roomId).toBe('8');
  });

  it('continues from an unknown position if another client received the show before', async () => {
    const { client, asked } = makeWorld({ resumed: true });
    client.start('mika');
    await settled();
    expect(asked.resumes).toEqual(['']);
  });

  it('has no next attempt while an attempt runs', async () => {
    const { client, live, clock, socket } = makeWorld();
    (await live()).end();
    await clock.pass(1000);
    expect(client.state).toMatchObject({ phase: 'connecting', nextTryAt: null });
    socket().end();
    await clock.pass(1500);
    expect(client.state).toMatchObject({ phase: 'connecting', nextTryAt: null });
  });

  it('ends without a reconnect if the room has ended meanwhile', async () => {
    const { client, live, answers, clock, gaps } = makeWorld();
    (await live()).end();
    answers.room = () => ({ ...room, live: false });
    answers.opening = () => {
      throw new RingsideError('room.unreachable');
    };
    await clock.pass(60_000);
    expect(client.state).toMatchObject({ phase: 'ended', problem: { code: 'room.ended' } });
    expect(gaps).toHaveLength(1);
    expect(clock.waiting).toBe(0);
  });

  it('does not end a running show for an answer that may be wrong', async () => {
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
