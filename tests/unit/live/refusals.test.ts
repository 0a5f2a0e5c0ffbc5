import { describe, expect, it } from 'vitest';
import { type ErrorCode, RingsideError } from '#shared/contract/error.ts';
import { chatEnvelope, fetchResult, pushFrame } from './build.ts';
import { makeWorld, room, settled } from './world.ts';

const refused = (
  status: number,
  handshakeMessage = '',
  { handshakeStatus = 0, retryAfterSeconds }: { handshakeStatus?: number; retryAfterSeconds?: number } = {},
) => ({ kind: 'refused', status, handshakeStatus, handshakeMessage, retryAfterSeconds }) as const;

describe('room that cannot be entered', () => {
  it.each<ErrorCode>(['room.noSuchUser', 'room.noInfo', 'room.signKeyMissing', 'room.signRefused'])(
    'keeps the state %s until the host acts',
    async (code) => {
      const { client, answers, clock } = makeWorld();
      answers.room = () => {
        throw new RingsideError(code);
      };
      client.start('mika');
      await settled();
      expect(client.state).toMatchObject({ phase: 'failed', problem: { code }, nextTryAt: null });
      expect(clock.waiting).toBe(0);
      answers.room = () => room;
      client.start('mika');
      await settled();
      expect(client.state).toMatchObject({ phase: 'connecting', problem: null });
    },
  );

  it('is reported as not live', async () => {
    const { client, answers, rooms } = makeWorld();
    answers.room = () => ({ ...room, live: false });
    client.start('mika');
    await settled();
    expect(client.state).toMatchObject({ phase: 'failed', problem: { code: 'room.notLive' } });
    expect(rooms).toEqual([]);
  });

  it('is reported with the name of the account that owns it', async () => {
    const { client, answers } = makeWorld();
    answers.room = () => ({ ...room, ownerUsername: 'aya' });
    client.start('mika');
    await settled();
    expect(client.state).toMatchObject({
      phase: 'failed',
      problem: { code: 'username.mismatch', params: { username: 'aya' } },
    });
  });

  it('is not reported if only upper and lower case differ', async () => {
    const { client } = makeWorld();
    client.start('MIKA');
    await settled();
    expect(client.state.phase).toBe('connecting');
  });
});

describe('refusal of the platform', () => {
  it('is retried at the time that it states, and the host is told this time', async () => {
    const { client, answers, clock, asked } = makeWorld();
    answers.room = () => {
      throw new RingsideError('room.rateLimited', { seconds: 90 });
    };
    client.start('mika');
    await settled();
    expect(client.state).toMatchObject({
      phase: 'blocked',
      problem: { code: 'room.rateLimited', params: { seconds: 90 } },
      nextTryAt: clock.now() + 90_000,
    });
    answers.room = () => room;
    await clock.pass(89_999);
    expect(asked.resolve).toHaveLength(1);
    await clock.pass(1);
    expect(client.state.phase).toBe('connecting');
    expect(asked.renew).toBe(0);
  });

  it('is retried after a default delay if it states none', async () => {
    const { client, answers, clock } = makeWorld();
    answers.room = () => {
      throw new RingsideError('room.rateLimited');
    };
    client.start('mika');
    await settled();
    const seconds = Math.ceil(((client.state.nextTryAt ?? 0) - clock.now()) / 1000);
    expect(seconds).toBeGreaterThanOrEqual(5);
    expect(client.state.problem).toEqual({ code: 'room.rateLimited', params: { seconds } });
  });

  it('of the device leads to another device identity after a short wait', async () => {
    const { client, asked, clock, socket, sockets } = makeWorld();
    client.start('mika');
    await settled();
    socket().end(refused(200, 'DEVICE_BLOCKED'));
    expect(client.state).toMatchObject({ phase: 'blocked', problem: { code: 'room.blocked' } });
    expect(asked.renew).toBe(1);
    expect((client.state.nextTryAt ?? 0) - clock.now()).toBeLessThanOrEqual(2000);
    await clock.pass(2000);
    expect(sockets).toHaveLength(2);
    socket().open();
    expect(client.state).toMatchObject({ phase: 'live', problem: null });
  });

  it('of a look-up also leads to another device identity', async () => {
    const { client, answers, asked, clock } = makeWorld();
    answers.room = () => {
      throw new RingsideError('room.blocked');
    };
    client.start('mika');
    await clock.pass(60_000);
    expect(client.state).toMatchObject({ phase: 'blocked', problem: { code: 'room.blocked' } });
    expect(asked.renew).toBe(asked.resolve.length);
    expect(asked.renew).toBeGreaterThan(2);
  });

  it.each([
    [refused(403), 'blocked', 'room.blocked'],
    [refused(429, '', { retryAfterSeconds: 40 }), 'blocked', 'room.rateLimited'],
    [refused(200, 'DEVICE_BLOCKED', { handshakeStatus: 415 }), 'blocked', 'room.blocked'],
    [refused(200, '', { handshakeStatus: 415 }), 'blocked', 'room.blocked'],
    [refused(200, 'illegal secret key', { handshakeStatus: 417 }), 'blocked', 'room.wayRefused'],
    [refused(200, 'illegal app_id', { handshakeStatus: 417 }), 'blocked', 'room.wayRefused'],
    [refused(200, '', { handshakeStatus: 499 }), 'blocked', 'room.wayRefused'],
    [refused(200, 'SOMETHING_ELSE'), 'blocked', 'room.wayRefused'],
    [refused(200), 'reconnecting', 'room.unreachable'],
    [refused(502), 'reconnecting', 'room.unreachable'],
    [{ kind: 'closed', code: 1006, reason: 'ECONNREFUSED' } as const, 'reconnecting', 'room.unreachable'],
  ])('of a socket with %j is %s', async (end, phase, code) => {
    const { client, socket } = makeWorld();
    client.start('mika');
    await settled();
    socket().end(end);
    expect(client.state).toMatchObject({ phase, problem: { code } });
  });

  it.each([
    ['illegal secret key', 0],
    ['named cookie not present', 1],
  ])('with %s leads to another device identity %i times', async (message, times) => {
    const { client, asked, clock, socket, sockets } = makeWorld();
    client.start('mika');
    await settled();
    socket().end(refused(200, message, { handshakeStatus: 417 }));
    expect(asked.renew).toBe(times);
    expect((client.state.nextTryAt ?? 0) - clock.now()).toBeGreaterThanOrEqual(4000);
    await clock.pass(8000);
    expect(sockets).toHaveLength(2);
  });

  it('leaves a gap during a show, like any interruption', async () => {
    const { live, clock, socket, gaps } = makeWorld();
    const first = await live();
    first.frame(pushFrame(fetchResult([chatEnvelope('1')])));
    const from = clock.now();
    first.end();
    await clock.pass(1000);
    socket().end(refused(200, 'DEVICE_BLOCKED'));
    await clock.pass(10_000);
    socket().open();
    expect(gaps).toEqual([{ cause: 'disconnect', from, until: from + 11_000, detail: '' }]);
  });
});
