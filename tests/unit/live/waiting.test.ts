import { describe, expect, it } from 'vitest';
import { createLiveWatch } from '#renderer/features/show/room/WaitForLive.tsx';
import { RingsideError } from '#shared/contract/error.ts';
import { makeWorld, room, settled } from './world.ts';

const HOUR = 3_600_000;
const offline = { ...room, live: false };

describe('waiting for the live', () => {
  it('looks every 45 s with jitter, and connects when the room goes live', async () => {
    const { client, answers, asked, clock, socket } = makeWorld();
    answers.room = () => offline;
    client.wait('mika');
    await settled();
    expect(client.state).toMatchObject({
      phase: 'waiting',
      problem: null,
      nextTryAt: clock.now() + 45_000,
    });
    await clock.pass(44_999);
    expect(asked.resolve).toHaveLength(1);
    let nextTryAt: number | null = 0;
    answers.room = () => {
      nextTryAt = client.state.nextTryAt;
      return offline;
    };
    await clock.pass(1);
    expect(asked.resolve).toHaveLength(2);
    expect(nextTryAt).toBeNull();
    answers.room = () => room;
    await clock.pass(45_000);
    socket().open();
    expect(client.state).toMatchObject({ phase: 'live', problem: null });
  });

  it.each([
    [0, 36_000],
    [0.999, 53_982],
  ])('with random number %d looks after %i ms', async (chance, wait) => {
    const { client, answers, clock } = makeWorld({ random: () => chance });
    answers.room = () => offline;
    client.wait('mika');
    await settled();
    expect(client.state.nextTryAt).toBe(clock.now() + wait);
  });

  it('looks every three minutes after the first hour', async () => {
    const { client, answers, asked, clock } = makeWorld();
    answers.room = () => offline;
    client.wait('mika');
    await clock.pass(HOUR);
    expect(asked.resolve.length).toBe(81);
    await clock.pass(HOUR);
    expect(asked.resolve.length - 81).toBe(20);
  });

  it('continues when a look-up fails, and reports the failure', async () => {
    const { client, answers, asked, clock } = makeWorld();
    answers.room = () => {
      throw new RingsideError('room.rateLimited', { seconds: 300 });
    };
    client.wait('mika');
    await settled();
    expect(client.state).toMatchObject({
      phase: 'waiting',
      problem: { code: 'room.rateLimited' },
      nextTryAt: clock.now() + 300_000,
    });
    answers.room = () => {
      throw new RingsideError('room.blocked');
    };
    await clock.pass(300_000);
    expect(asked.renew).toBe(1);
    answers.room = () => {
      throw new RingsideError('room.notLive');
    };
    await clock.pass(45_000);
    expect(client.state).toMatchObject({ phase: 'waiting', problem: null });
  });

  it('ends if the user does not exist or the host stops it', async () => {
    const { client, answers, clock } = makeWorld();
    answers.room = () => offline;
    client.wait('mika');
    await settled();
    client.stop();
    expect(client.state).toMatchObject({ phase: 'idle', nextTryAt: null });
    expect(clock.waiting).toBe(0);
    answers.room = () => {
      throw new RingsideError('room.noSuchUser');
    };
    client.wait('mika');
    await settled();
    expect(client.state).toMatchObject({ phase: 'failed', problem: { code: 'room.noSuchUser' } });
  });

  it('does not start again after the live has ended', async () => {
    const { client, answers, clock, socket } = makeWorld();
    client.wait('mika');
    await settled();
    socket().open();
    answers.room = () => offline;
    socket().end();
    await clock.pass(60_000);
    expect(client.state).toMatchObject({ phase: 'ended', problem: { code: 'room.ended' } });
  });
});

describe('notification of an awaited live', () => {
  it('is sent once, when the room goes live after the wait', () => {
    const hasGoneLive = createLiveWatch();
    const phases = ['idle', 'live', 'waiting', 'connecting', 'live', 'silent', 'live'] as const;
    expect(phases.map(hasGoneLive)).toEqual([false, false, false, false, true, false, false]);
  });

  it('is not sent after the host has stopped waiting', () => {
    const hasGoneLive = createLiveWatch();
    expect((['waiting', 'idle', 'connecting', 'live'] as const).some(hasGoneLive)).toBe(false);
  });
});
