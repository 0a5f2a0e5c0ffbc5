import { createStore, type StoreApi } from 'zustand/vanilla';
import type { KeyValueStore } from '../stores/settingsStore.ts';

export interface SessionState {
  token: string | null;
  /** Whose session it is, as it signs in: the address is shown as the username. Null until it is loaded. */
  user: { userId: number; username: string } | null;
  /** The name that the account gave itself. */
  nickname: string;
  roles: readonly string[];
  permissions: readonly string[];
  /** The names of the screens that the server opens to this account. */
  menuRoutes: readonly string[];
  loginStatus: boolean;
  /** The sign-in has ended without being asked to: it expired, was revoked, or another window signed out. */
  lost: boolean;
}

export type SessionStore = StoreApi<SessionState>;

/** Where the token is kept between visits. */
export const TOKEN_KEY = 'TOKEN';

export const signedOutState: SessionState = {
  token: null,
  user: null,
  nickname: '',
  roles: [],
  permissions: [],
  menuRoutes: [],
  loginStatus: false,
  lost: false,
};

/** `removeItem` besides what settings need. Any of them may throw where storage is forbidden. */
export interface TokenStorage extends KeyValueStore {
  removeItem(key: string): void;
}

/** The session of this browser; its token is read at once and written at each change. */
export function createSessionStore(storage: TokenStorage): SessionStore {
  const token = quietly(() => storage.getItem(TOKEN_KEY)) ?? null;
  const store = createStore<SessionState>()(() => ({
    ...signedOutState,
    token: token === '' ? null : token,
    loginStatus: token !== null && token !== '',
  }));
  store.subscribe((next, before) => {
    if (next.token === before.token) return;
    const kept = next.token;
    quietly(() => (kept === null ? storage.removeItem(TOKEN_KEY) : storage.setItem(TOKEN_KEY, kept)));
  });
  return store;
}

/** Without storage the session holds until the page is left; there is nothing better to do. */
function quietly<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
