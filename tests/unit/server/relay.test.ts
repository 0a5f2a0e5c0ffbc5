import { describe, expect, it } from 'vitest';
import { Relay } from '#server/relay/relay.ts';
import type { RoomFacts } from '#shared/live/source.ts';
import { ManualClock } from '../backstage/manualClock.ts';

const facts: Omit<RoomFacts, 'live'> = {
  roomId: '1',
  ownerId: '2',
  ownerUsername: 'mika',
  nickname: 'Mika',
  title: '',
  avatar: '',
  following: 0,
  followers: 0,
};

describe('relay', () => {
  it('looks up a room that was not live again for the next user', async () => {
    let lookups = 0;
    const clock = new ManualClock();
    const relay = new Relay({
      createSource: () => ({
        resolve: async () => {
          lookups += 1;
          return { ...facts, live: false };
        },
        open: () => Promise.reject(new Error('not live')),
        renew: () => {},
      }),
      openSocket: () => ({ send: () => {}, close: () => {} }),
      clock: { now: () => clock.now(), after: (ms, run) => clock.after(ms, run) },
      random: () => 0,
    });
    const join = () => relay.join('aki', { username: 'mika', device: '', from: '' }, () => {});
    expect(await join()).toMatchObject({ status: 503 });
    expect(await join()).toMatchObject({ status: 503 });
    expect(lookups).toBe(2);
    relay.close();
  });
});
