import { createStore } from 'zustand/vanilla';
import type { LedgerFilter } from '#shared/contract/ledger.ts';

export interface LedgerFilterState {
  filter: LedgerFilter;
  /** The name of the viewer of `filter.viewerId`, for the chip that shows it. */
  viewerName: string;
  showId: string | null;
  /** Undefined takes a part of the filter off. */
  change(part: { [K in keyof LedgerFilter]?: LedgerFilter[K] | undefined }): void;
  onlyViewer(id: string, name: string): void;
  clear(): void;
  /** A filter means something in its own show alone: another one begins without. */
  enterShow(showId: string | null): void;
}

export const noFilter: LedgerFilter = {};

/** What the ledger shows. It outlives the screen, and other lists may ask for a viewer's gifts. */
export const ledgerFilter = createStore<LedgerFilterState>()((set) => ({
  filter: noFilter,
  viewerName: '',
  showId: null,
  change: (part) =>
    set(({ filter }) => {
      const kept = Object.entries({ ...filter, ...part }).filter(
        ([, value]) => value !== undefined && value !== '',
      );
      return { filter: Object.fromEntries(kept) };
    }),
  onlyViewer: (id, name) => set({ filter: { viewerId: id }, viewerName: name }),
  clear: () => set({ filter: noFilter }),
  enterShow: (showId) =>
    set((state) => (state.showId === showId || showId === null ? state : { showId, filter: noFilter })),
}));
