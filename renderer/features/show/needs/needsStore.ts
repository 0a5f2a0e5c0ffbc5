import { z } from 'zod';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { useVanillaStore } from '#renderer/data/hooks.ts';
import type { KeyValueStore } from '#renderer/data/stores/settingsStore.ts';

/** What the host has dismissed on this device, for the newest show only. */
const seenSchema = z.object({
  showId: z.string(),
  /** Number of gaps that the host has dismissed. */
  gaps: z.number().int().nonnegative(),
});
export type Seen = z.infer<typeof seenSchema>;

export interface NeedsState {
  seen: Seen;
  /** Whether the dialog that adds a gift by hand is open. */
  adding: boolean;
  setAdding(open: boolean): void;
  /** The sweep includes groups with fewer votes than this. */
  sweepUnder: number;
  setSweepUnder(votes: number): void;
  /** Clears everything if another show is open. */
  enterShow(showId: string): void;
  seeGaps(count: number): void;
}

export type NeedsStore = StoreApi<NeedsState>;

export const SEEN_KEY = 'ringside.seen';

/** Store of what the host has dismissed. Persistent, so that dismissed items do not appear again after a reload. */
export function createNeedsStore(storage: KeyValueStore): NeedsStore {
  return createStore<NeedsState>()((set, get) => {
    const put = (change: Partial<Seen>) => {
      const seen = { ...get().seen, ...change };
      set({ seen });
      try {
        storage.setItem(SEEN_KEY, JSON.stringify(seen));
      } catch {
        // Without storage, the state lasts until the page is closed.
      }
    };
    return {
      seen: read(storage),
      adding: false,
      setAdding: (adding) => set({ adding }),
      sweepUnder: 10,
      setSweepUnder: (sweepUnder) => set({ sweepUnder }),
      enterShow: (showId) => {
        if (showId !== get().seen.showId) put({ showId, gaps: 0 });
      },
      seeGaps: (gaps) => put({ gaps }),
    };
  });
}

function read(storage: KeyValueStore): Seen {
  try {
    const seen = seenSchema.safeParse(JSON.parse(storage.getItem(SEEN_KEY) ?? ''));
    if (seen.success) return seen.data;
  } catch {
    // Unreadable: start empty, so that dismissed items appear again.
  }
  return { showId: '', gaps: 0 };
}

let needs: NeedsStore | undefined;

/** The store of this device. It is created at first use, because it needs `window`. */
export function needsStore(): NeedsStore {
  needs ??= createNeedsStore(window.localStorage);
  return needs;
}

/** Selects from this device's store. */
export function useNeeds<T>(select: (state: NeedsState) => T): T {
  return useVanillaStore(needsStore(), select);
}
