import { createStore } from 'zustand/vanilla';
import type { LateState, LedgerFilter, LedgerRow, Reason, RowMark, Target } from '#shared/contract/ledger.ts';
import type { RowGrowth } from '#shared/game/state.ts';

interface LedgerFilterState {
  filter: LedgerFilter;
  /** Name of the viewer `filter.viewerId`, for the chip that shows it. */
  viewerName: string;
  showId: string | null;
  /** Sets fields of the filter; undefined or '' removes a field. */
  change(fields: { [K in keyof LedgerFilter]?: LedgerFilter[K] | undefined }): void;
  onlyViewer(id: string, name: string): void;
  clear(): void;
  /** Clears the filter if another show is open: ids in a filter are valid for one show only. */
  enterShow(showId: string | null): void;
}

const noFilter: LedgerFilter = {};

/** The filter of Gift Data. It is global, so that it survives a change of tab and other lists can set it. */
export const ledgerFilter = createStore<LedgerFilterState>()((set) => ({
  filter: noFilter,
  viewerName: '',
  showId: null,
  change: (fields) =>
    set(({ filter }) => {
      const entries = Object.entries({ ...filter, ...fields }).filter(
        ([, value]) => value !== undefined && value !== '',
      );
      return { filter: Object.fromEntries(entries) };
    }),
  onlyViewer: (id, name) => set({ filter: { viewerId: id }, viewerName: name }),
  clear: () => set({ filter: noFilter }),
  enterShow: (showId) =>
    set((state) => (state.showId === showId || showId === null ? state : { showId, filter: noFilter })),
}));

/** Whether the filter has any field. */
export function isFiltered(filter: LedgerFilter): boolean {
  return Object.keys(filter).length > 0;
}

/** Whether a row matches a filter, by the same rules as the backstage's `ledger.page`. */
export function matchesFilter(filter: LedgerFilter, row: LedgerRow): boolean {
  if (filter.viewerId !== undefined && filter.viewerId !== row.viewerId) return false;
  if (filter.giftId !== undefined && filter.giftId !== row.giftId) return false;
  if (!matchesCredit(filter, row)) return false;
  const wanted = filter.viewer?.trim().toLowerCase() ?? '';
  return (
    wanted === '' ||
    row.viewerName.toLowerCase().includes(wanted) ||
    row.viewerUsername.toLowerCase().includes(wanted)
  );
}

/**
 * Checks only the fields of a filter that corrections can change for a row. If `credit.late` is unknown, the row may
 * match, so the result is true.
 */
export function matchesCredit(
  filter: LedgerFilter,
  credit: { target: Target; reason: Reason; late?: LateState | undefined },
): boolean {
  if (filter.late !== undefined && (credit.late ?? filter.late) !== filter.late) return false;
  if (filter.corrected === true && credit.reason !== 'corrected') return false;
  if (filter.corrected === false && credit.reason === 'corrected') return false;
  if (filter.target === undefined) return true;
  return filter.target === 'anchors' ? credit.target.startsWith('anchor:') : filter.target === credit.target;
}

/** Whether corrections can move rows into the filter or out of it. */
export function dependsOnCredit(filter: LedgerFilter): boolean {
  return filter.target !== undefined || filter.corrected !== undefined || filter.late !== undefined;
}

/** Index of a row in `rows` (newest first), or the index at which the row would be inserted. Binary search. */
export function rowIndex(rows: readonly LedgerRow[], rowId: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.rowId ?? 0) > rowId) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The row after a later message of its streak. Returns a new object, so that React sees the change. */
export function grownRow(row: LedgerRow, growth: RowGrowth): LedgerRow {
  const missed: RowMark = 'missedMessage';
  return {
    ...row,
    seq: growth.seq,
    lastAt: growth.at,
    count: row.count + growth.count,
    diamonds: row.diamonds + growth.diamonds,
    votesTenths: row.votesTenths + growth.votesTenths,
    marks: growth.missedMessage && !row.marks.includes(missed) ? [...row.marks, missed] : row.marks,
  };
}
