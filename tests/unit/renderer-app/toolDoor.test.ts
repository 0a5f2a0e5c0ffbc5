import { describe, expect, it } from 'vitest';
import { createToolDoor } from '#renderer/app/guard.ts';
import type { ApiClient } from '#renderer/data/api/client.ts';

function doorTo(answer: Promise<unknown>) {
  let asked = 0;
  const call = async () => {
    asked += 1;
    return answer;
  };
  const noStorage = { getItem: () => null, setItem: () => undefined };
  const api = { call } as Pick<ApiClient, 'call'>;
  const never = new Promise<void>(() => {});
  return { door: createToolDoor({ api, storage: noStorage, wait: () => never }), asked: () => asked };
}

describe('check whether the web tool opens without a sign-in', () => {
  it('is sent once for all concurrent callers', async () => {
    const { door, asked } = doorTo(Promise.resolve({ tool: 'open' }));
    expect(await Promise.all([door.opensWithoutSignIn(), door.opensWithoutSignIn()])).toEqual([true, true]);
    expect(asked()).toBe(1);
  });

  it('is repeated the next time, because the server may have accounts by then', async () => {
    const { door, asked } = doorTo(Promise.resolve({ tool: 'signIn' }));
    expect(await door.opensWithoutSignIn()).toBe(false);
    expect(await door.opensWithoutSignIn()).toBe(false);
    expect(asked()).toBe(2);
  });

  it('is true if the server cannot be reached, because the backstage decides then', async () => {
    const { door } = doorTo(Promise.reject(new Error('no line')));
    expect(await door.opensWithoutSignIn()).toBe(true);
  });
});
