import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { createQueryClient } from '#renderer/data/queries/QueryRoot.tsx';
import { createSessionStore, type SessionStore, TOKEN_KEY } from '#renderer/data/session/sessionStore.ts';

const storageWith = (token: string) => ({
  getItem: (key: string) => (key === TOKEN_KEY ? token : null),
  setItem: () => {},
  removeItem: () => {},
});

/** A page on which `a` is signed in, with a query that returns the account of its token. */
function signedIn() {
  const store = createSessionStore(storageWith('a'));
  const client = createQueryClient(store);
  const gates: (() => void)[] = [];
  const options = {
    queryKey: ['user', 'profile'],
    queryFn: () => {
      const { token } = store.getState();
      return new Promise<string>((resolve) => gates.push(() => resolve(`profile of ${token}`)));
    },
  };
  const respond = () => {
    for (const open of gates.splice(0)) open();
  };
  return { store, client, options, respond };
}

const sendsNothing = (client: QueryClient) => client.isFetching() === 0;
const signIn = (store: SessionStore, token: string | null) => store.setState({ token });

describe('query client', () => {
  it('removes cached responses when the account signs out', async () => {
    const { store, client, options, respond } = signedIn();
    const loaded = client.fetchQuery(options);
    respond();
    await loaded;
    expect(client.getQueryData(options.queryKey)).toBe('profile of a');
    signIn(store, null);
    expect(client.getQueryData(options.queryKey)).toBeUndefined();
  });

  it('shows nothing of the former account while the next account loads', async () => {
    const { store, client, options, respond } = signedIn();
    const shown: (string | undefined)[] = [];
    const observer = new QueryObserver(client, options);
    const unsubscribe = observer.subscribe(({ data }) => shown.push(data));
    respond();
    await expect.poll(() => observer.getCurrentResult().data).toBe('profile of a');

    signIn(store, 'b');
    await expect.poll(() => observer.getCurrentResult().data).toBeUndefined();
    shown.length = 0;
    respond();
    await expect.poll(() => observer.getCurrentResult().data).toBe('profile of b');
    expect(shown).not.toContain('profile of a');
    unsubscribe();
  });

  it('drops a response of the former account that arrives late', async () => {
    const { store, client, options, respond } = signedIn();
    const observer = new QueryObserver(client, options);
    const unsubscribe = observer.subscribe(() => {});
    signIn(store, 'b');
    respond();
    await expect.poll(() => observer.getCurrentResult().data).toBe('profile of b');
    await expect.poll(() => sendsNothing(client)).toBe(true);
    expect(observer.getCurrentResult().data).toBe('profile of b');
    unsubscribe();
  });

  it('leaves retries to the client of /api', async () => {
    const { client } = signedIn();
    let calls = 0;
    const observer = new QueryObserver(client, {
      queryKey: ['fails'],
      queryFn: () => {
        calls += 1;
        return Promise.reject(new Error('no response'));
      },
    });
    const unsubscribe = observer.subscribe(() => {});
    await expect.poll(() => observer.getCurrentResult().error?.message).toBe('no response');
    unsubscribe();
    expect(calls).toBe(1);
  });
});
