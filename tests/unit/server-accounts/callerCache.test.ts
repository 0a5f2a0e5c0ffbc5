import { describe, expect, it } from 'vitest';
import type { Caller } from '#server/accounts/roles.ts';
import { CallerCache } from '#server/accounts/sessions.ts';

const caller = (username: string, userId = 1): Caller => ({
  userId,
  email: 'a@b.cc',
  username,
  since: new Date(0),
  sessionId: 1,
  roles: [],
  isAdministrator: false,
  permissions: new Set(),
});

describe('caller cache', () => {
  it('looks a token up once for concurrent requests, and again after a moment', async () => {
    let now = 0;
    let searches = 0;
    const cache = new CallerCache(
      async (token) => {
        searches += 1;
        return caller(token);
      },
      () => now,
    );
    expect((await cache.find('a')).username).toBe('a');
    expect((await cache.find('a')).username).toBe('a');
    expect((await cache.find('b')).username).toBe('b');
    expect(searches).toBe(2);
    now = 1000;
    await cache.find('a');
    expect(searches).toBe(3);
  });

  it('looks a caller up again after any change, also one during the look-up', async () => {
    let name = 'before';
    let release = () => {};
    const cache = new CallerCache(
      async () => {
        const read = name;
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        return caller(read);
      },
      () => 0,
    );
    const early = cache.find('t');
    name = 'after';
    cache.forget(1);
    release();
    await early;
    const later = cache.find('t');
    release();
    expect((await later).username).toBe('after');
  });

  it('does not cache a refused caller', async () => {
    let known = false;
    const cache = new CallerCache(
      async () => {
        if (!known) throw new Error('refused');
        return caller('x');
      },
      () => 0,
    );
    await expect(cache.find('t')).rejects.toThrow('refused');
    known = true;
    expect((await cache.find('t')).username).toBe('x');
  });

  it('drops only the account that changed, and every account after a change by an operator', async () => {
    const searched: string[] = [];
    const cache = new CallerCache(
      async (token) => {
        searched.push(token);
        return caller(token, token === 'first' ? 1 : 2);
      },
      () => 0,
    );
    const ask = async () => {
      searched.length = 0;
      for (const token of ['first', 'second']) await cache.find(token);
      return searched;
    };
    expect(await ask()).toEqual(['first', 'second']);
    cache.forget(2);
    expect(await ask()).toEqual(['second']);
    cache.forget('all');
    expect(await ask()).toEqual(['first', 'second']);
  });

  it('keeps a caller when another account changes during the look-up', async () => {
    let searches = 0;
    const cache = new CallerCache(
      async (token) => {
        searches += 1;
        cache.forget(2);
        return caller(token);
      },
      () => 0,
    );
    await cache.find('first');
    await cache.find('first');
    expect(searches).toBe(1);
  });

  it('drops its oldest entries when it is full, not all of them', async () => {
    const searched: string[] = [];
    const cache = new CallerCache(
      async (token) => {
        searched.push(token);
        return caller(token);
      },
      () => 0,
      3,
    );
    for (const token of ['a', 'b', 'c', 'd']) await cache.find(token);
    searched.length = 0;
    for (const token of ['d', 'c', 'b']) await cache.find(token);
    expect(searched).toEqual([]);
    await cache.find('a');
    expect(searched).toEqual(['a']);
  });
});
