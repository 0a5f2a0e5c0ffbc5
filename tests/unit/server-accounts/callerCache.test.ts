import { describe, expect, it } from 'vitest';
import { CallerCache } from '#server/accounts/callerCache.ts';
import type { Caller } from '#server/api/context.ts';

const caller = (username: string): Caller => ({
  userId: 1,
  email: 'a@b.cc',
  username,
  since: new Date(0),
  sessionId: 1,
  roles: [],
  isAdministrator: false,
  permissions: new Set(),
});

describe('who has a token', () => {
  it('is looked up once for what a page asks at once, and again after a moment', async () => {
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

  it('is looked up anew after any change, also one that happens during the search', async () => {
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
    cache.forget();
    release();
    await early;
    const later = cache.find('t');
    release();
    expect((await later).username).toBe('after');
  });

  it('who was refused is asked for again', async () => {
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
});
