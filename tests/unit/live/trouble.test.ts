import { describe, expect, it } from 'vitest';
import { RingsideError } from '#shared/contract/error.ts';
import { backoff, troubleOfEnd, troubleOfError } from '#shared/live/trouble.ts';

/** No jitter: waits are three quarters of the longest ones. */
const middle = () => 0.5;
const refused = { kind: 'refused', status: 200, retryAfterSeconds: undefined } as const;

describe('wait before the next attempt', () => {
  it('doubles with each failure, up to half a minute', () => {
    expect([1, 2, 3, 5, 6, 40].map((attempt) => backoff(attempt, middle))).toEqual([
      750, 1500, 3000, 12_000, 22_500, 22_500,
    ]);
  });

  it('differs between clients that failed at the same moment', () => {
    expect([backoff(1, () => 0), backoff(1, () => 1)]).toEqual([500, 1000]);
  });
});

describe('failed attempt', () => {
  it('ends if only the host can help', () => {
    for (const code of ['room.noSuchUser', 'page.captcha', 'username.mismatch'] as const)
      expect(troubleOfError(new RingsideError(code), 1, middle)).toEqual({
        kind: 'final',
        problem: { code },
      });
  });

  it('is repeated with its own message if the page of the room failed', () => {
    expect(troubleOfError(new RingsideError('page.crashed'), 2, middle)).toEqual({
      kind: 'retry',
      problem: { code: 'page.crashed' },
      wait: 1500,
    });
  });

  it('is repeated as another device if the platform rejects this one', () => {
    const blocked = { kind: 'blocked', problem: { code: 'room.blocked' }, wait: 1500, renew: true };
    expect(troubleOfError(new RingsideError('room.blocked'), 1, middle)).toEqual(blocked);
    const ends = [
      { ...refused, handshakeStatus: 415, handshakeMessage: '' },
      { ...refused, handshakeStatus: 0, handshakeMessage: 'DEVICE_BLOCKED' },
      { ...refused, status: 403, handshakeStatus: 0, handshakeMessage: '' },
    ];
    for (const end of ends) expect(troubleOfEnd(end, 1, middle)).toEqual(blocked);
  });

  it('is repeated later if this kind of connection is refused, with new cookies only for a missing cookie', () => {
    const refusal = { kind: 'blocked', problem: { code: 'room.wayRefused' }, wait: 6000 };
    const end = (handshakeStatus: number, handshakeMessage: string) =>
      troubleOfEnd({ ...refused, handshakeStatus, handshakeMessage }, 1, middle);
    expect(end(417, '')).toEqual({ ...refusal, renew: false });
    expect(end(0, 'not now')).toEqual({ ...refusal, renew: false });
    expect(end(0, 'no cookie')).toEqual({ ...refusal, renew: true });
  });

  it('waits as long as the platform asks, at most an hour', () => {
    const limited = (seconds: number | undefined) =>
      troubleOfEnd(
        {
          ...refused,
          status: 429,
          handshakeStatus: 0,
          handshakeMessage: '',
          retryAfterSeconds: seconds,
        },
        1,
        middle,
      );
    const paused = (wait: number) => ({
      kind: 'blocked',
      problem: { code: 'room.rateLimited', params: { seconds: wait / 1000 } },
      wait,
      renew: false,
    });
    expect(limited(42)).toEqual(paused(42_000));
    expect(limited(100_000)).toEqual(paused(3_600_000));
    expect(limited(0)).toEqual({
      ...paused(7500),
      problem: { code: 'room.rateLimited', params: { seconds: 8 } },
    });
    expect(limited(undefined)).toMatchObject({ wait: 7500 });
  });

  it('is repeated soon for everything that a network does', () => {
    const soon = { kind: 'retry', problem: { code: 'room.unreachable' }, wait: 750 };
    const closed = { kind: 'closed', code: 1006, reason: '' } as const;
    for (const end of ['dead', 'timeout', closed] as const)
      expect(troubleOfEnd(end, 1, middle)).toEqual(soon);
    expect(troubleOfEnd({ ...refused, handshakeStatus: 0, handshakeMessage: '' }, 1, middle)).toEqual(soon);
    expect(troubleOfError(new TypeError('fetch failed'), 1, middle)).toEqual(soon);
    expect(troubleOfError(new RingsideError('internal'), 1, middle)).toEqual(soon);
  });

  it('is judged by its own rule if Ringside forbids the connection', () => {
    const problem = { code: 'room.hostNotAllowed' } as const;
    expect(troubleOfEnd({ kind: 'barred', problem }, 1, middle)).toEqual({ kind: 'final', problem });
  });
});
