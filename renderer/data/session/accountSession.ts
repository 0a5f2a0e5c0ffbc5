import { accountCalls } from '#shared/contract/api/account.ts';
import type { ApiClient } from '../api/client.ts';
import { type SessionStore, signedOutState } from './sessionStore.ts';

/** Signs in and out and loads the signed-in account. */
export interface Session {
  store: SessionStore;
  /** Signs in and loads the account. Rejects with the API client's errors. `quiet` shows no toast on success. */
  signIn(email: string, password: string, options?: { quiet?: boolean }): Promise<void>;
  /** Signs in with the one-time token of a link. */
  signInOnce(once: string): Promise<void>;
  /** Loads the account unless it is loaded. Resolves to false if that fails. */
  ensureInfo(options?: { quiet?: boolean }): Promise<boolean>;
  /** Loads the account again, because its roles may have changed. */
  reloadInfo(): Promise<boolean>;
  /** Signs out on the server. Forgets the session here even if that call fails. */
  signOut(): Promise<void>;
  /** Forgets a session that ended by itself, and marks it as lost. */
  forget(): void;
  /** Forgets the session after a sign-out that the server already knows. */
  end(): void;
  /** Applies a token change of another tab. */
  follow(token: string | null): void;
}

export function createSession(store: SessionStore, api: ApiClient): Session {
  let loading: Promise<boolean> | null = null;

  const load = async (quiet: boolean): Promise<boolean> => {
    const { token } = store.getState();
    if (token === null) return false;
    try {
      const info = await api.call(accountCalls.info, {}, { quiet });
      // Ignore the answer if another tab has signed in or out since.
      if (store.getState().token !== token) return false;
      store.setState({
        user: { userId: info.userId, username: info.email },
        nickname: info.username,
        roles: info.roles,
        permissions: info.permissions,
        menuRoutes: info.routes,
        loginStatus: true,
      });
      return true;
    } catch {
      return false;
    }
  };
  const reload = (quiet: boolean): Promise<boolean> => {
    loading ??= load(quiet).finally(() => {
      loading = null;
    });
    return loading;
  };
  const enter = async (token: string): Promise<void> => {
    store.setState({ ...signedOutState, token, loginStatus: true });
    loading = null;
    await reload(false);
  };
  const forget = () => {
    const { token, lost } = store.getState();
    store.setState({ ...signedOutState, lost: lost || token !== null });
  };
  const end = () => store.setState(signedOutState);

  return {
    store,
    signIn: async (email, password, { quiet = false } = {}) => {
      const body = { email, password };
      await enter(await api.call(accountCalls.signin, { body }, { announce: !quiet }));
    },
    signInOnce: async (once) => {
      await enter(await api.call(accountCalls.signinOnce, { body: { once } }, { announce: true }));
    },
    ensureInfo: async ({ quiet = false } = {}) => store.getState().user !== null || reload(quiet),
    reloadInfo: () => reload(true),
    signOut: async () => {
      try {
        await api.call(accountCalls.signout, {}, { quiet: true });
      } catch {
        // Without a connection, the server's session stays valid until it expires.
      }
      end();
    },
    forget,
    end,
    follow: (token) => {
      if (token === store.getState().token) return;
      store.setState({ ...signedOutState, token, loginStatus: token !== null, lost: token === null });
    },
  };
}
