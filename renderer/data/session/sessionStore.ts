import { createStore, type StoreApi } from 'zustand/vanilla';
import type { KeyValueStore } from '../stores/settingsStore.ts';

export interface SessionState {
  token: string | null;
  /** The signed-in account; its email address is the username. Null until loaded. */
  user: { userId: number; username: string } | null;
  /** The account's display name. */
  nickname: string;
  roles: readonly string[];
  permissions: readonly string[];
  /** Names of the screens that the account may open, from the server. */
  menuRoutes: readonly string[];
  loginStatus: boolean;
  /** True if the session ended by itself: it expired, was revoked, or another window signed out. */
  lost: boolean;
}

export type SessionStore = StoreApi<SessionState>;

/** The storage key of the token. */
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

/** The used part of `localStorage`. Each call may throw if the browser forbids storage. */
export interface TokenStorage extends KeyValueStore {
  removeItem(key: string): void;
}

/** Creates the store of this browser's session. It reads the stored token and writes every change. */
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

/** Runs a storage call and ignores its error: without storage, the session lasts until the page is closed. */
function quietly<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
