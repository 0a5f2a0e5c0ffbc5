import { accountCalls } from '#shared/contract/api/account.ts';
import type { ApiClient } from '../api/client.ts';
import { type SessionStore, signedOutState } from './sessionStore.ts';

/** Signing in and out, and who is signed in. */
export interface Session {
  store: SessionStore;
  /** Signs in and loads who that is. Rejects with the answer's message; `quiet` leaves out that of success. */
  signIn(email: string, password: string, options?: { quiet?: boolean }): Promise<void>;
  /** The same by a link's one-time token. */
  signInOnce(once: string): Promise<void>;
  /** Loads who is signed in unless that is known; false when it cannot be found out. */
  ensureInfo(options?: { quiet?: boolean }): Promise<boolean>;
  /** Loads it again: roles may have changed. */
  reloadInfo(): Promise<boolean>;
  /** Tells the server, and forgets the session here whatever it answers. */
  signOut(): Promise<void>;
  /** Forgets a session that has ended by itself. */
  forget(): void;
  /** Ends the session here as it was asked to; the server knows already. */
  end(): void;
  /** Takes over what another tab did with the token. */
  follow(token: string | null): void;
}

export function createSession(store: SessionStore, api: ApiClient): Session {
  let loading: Promise<boolean> | null = null;

  const load = async (quiet: boolean): Promise<boolean> => {
    const { token } = store.getState();
    if (token === null) return false;
    try {
      const info = await api.call(accountCalls.info, {}, { quiet });
      // Meanwhile somebody else may have signed in or out in another tab.
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
        // The token is forgotten here; without a connection the server's copy ends by its age.
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
