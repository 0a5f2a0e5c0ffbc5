import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { type PageParts, pageTimers } from '../page.ts';
import { deviceName } from '../platform/host.ts';
import type { Ringside } from '../ringside.ts';
import { createSync, type Sync, type SyncState } from './createSync.ts';

const LOCK = 'ringside.sync';

/** Starts sync for a page; it runs until the page is closed. */
export function startSync(page: PageParts, { link, engine, platform, toasts }: Ringside): Sync {
  return createSync({
    api: page.api,
    link,
    engine,
    session: page.session,
    settings: page.settings,
    storage: window.localStorage,
    timers: pageTimers(),
    clock: () => Date.now(),
    server: async () => {
      const answer = await platform.app?.getPreferences({});
      return answer?.ok === true ? `${answer.result.server} ` : '';
    },
    device: deviceName(navigator.userAgent).slice(0, 40),
    withLock: runExclusive,
    onOnline: (listener) => {
      window.addEventListener('online', listener);
      return () => window.removeEventListener('online', listener);
    },
    onConflict: ({ name, copy }) =>
      toasts.getState().add({
        severity: 'warn',
        life: 8_000,
        summary: { key: 'sync.keptBoth', params: { name, copy } },
      }),
  });
}

/** Runs a pass under a Web Lock. Without Web Locks every window runs its own passes, which only costs more calls. */
async function runExclusive(run: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return run();
  await navigator.locks.request(LOCK, run);
}

export const SyncContext = createContext<Sync | null>(null);

export function useSync(): Sync {
  const sync = useContext(SyncContext);
  if (sync === null) throw new Error('useSync needs a SyncContext above it');
  return sync;
}

export function useSyncState<T>(select: (state: SyncState) => T): T {
  return useStore(useSync().store, select);
}
