import { z } from 'zod';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { KeyValueStore } from '#renderer/data/stores/settingsStore.ts';

/** What the host has looked at on this device and left as it is; of the newest show only. */
const seenSchema = z.object({
  showId: z.string(),
  /** How many of the show's gaps. */
  gaps: z.number().int().nonnegative(),
  /** Late rows that are to stay out of their round. */
  late: z.array(z.number().int()).max(2000),
});
export type Seen = z.infer<typeof seenSchema>;

export interface NeedsState {
  seen: Seen;
  /** The dialog that adds a gift by hand is open. */
  adding: boolean;
  setAdding(open: boolean): void;
  /** Begins anew when another show is open. */
  enterShow(showId: string): void;
  leaveLate(rowIds: readonly number[]): void;
  seeGaps(count: number): void;
}

export type NeedsStore = StoreApi<NeedsState>;

export const SEEN_KEY = 'ringside.seen';
const MOST_KEPT = 2000;

/** Survives a reload: what was looked at does not ask again. */
export function createNeedsStore(storage: KeyValueStore): NeedsStore {
  return createStore<NeedsState>()((set, get) => {
    const put = (change: Partial<Seen>) => {
      const seen = { ...get().seen, ...change };
      set({ seen });
      try {
        storage.setItem(SEEN_KEY, JSON.stringify(seen));
      } catch {
        // Without storage it holds until the page is left.
      }
    };
    return {
      seen: read(storage),
      adding: false,
      setAdding: (adding) => set({ adding }),
      enterShow: (showId) => {
        if (showId !== get().seen.showId) put({ showId, gaps: 0, late: [] });
      },
      leaveLate: (rowIds) => put({ late: [...get().seen.late, ...rowIds].slice(-MOST_KEPT) }),
      seeGaps: (gaps) => put({ gaps }),
    };
  });
}

function read(storage: KeyValueStore): Seen {
  try {
    const seen = seenSchema.safeParse(JSON.parse(storage.getItem(SEEN_KEY) ?? ''));
    if (seen.success) return seen.data;
  } catch {
    // What cannot be read asks again.
  }
  return { showId: '', gaps: 0, late: [] };
}
