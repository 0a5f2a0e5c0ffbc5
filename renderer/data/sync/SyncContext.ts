import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { Sync, SyncState } from './createSync.ts';

export const SyncContext = createContext<Sync | null>(null);

export function useSync(): Sync {
  const sync = useContext(SyncContext);
  if (sync === null) throw new Error('useSync needs a SyncContext above it');
  return sync;
}

export function useSyncState<T>(select: (state: SyncState) => T): T {
  return useStore(useSync().store, select);
}
