import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useRingside } from '#renderer/data/hooks.ts';
import type { LedgerFilter } from '#shared/contract/ledger.ts';
import { LedgerFeed } from './ledgerFeed.ts';

/** Show id to the top row of Gift Data, stored when the host left the tab while the list was scrolled down. */
export const savedTopRows = new Map<string | null, number>();

/** Feed of Gift Data. Starts at the saved top row, or else at the newest rows. */
export function useGiftDataFeed(showId: string | null, filter: LedgerFilter): LedgerFeed {
  const ringside = useRingside();
  const feed = useMemo(
    () => new LedgerFeed(ringside, showId, filter, undefined, savedTopRows.get(showId)),
    [ringside, showId, filter],
  );
  useEffect(() => feed.start(), [feed]);
  return feed;
}

/**
 * Creates a feed and runs it while the component is mounted. A new filter object creates a new feed, so pass the same
 * object while the filter is the same. Does not re-render the caller: call `useFeed` in the component that shows rows.
 */
export function useLedgerFeed(showId: string | null, filter: LedgerFilter, pageSize?: number): LedgerFeed {
  const ringside = useRingside();
  const feed = useMemo(
    () => new LedgerFeed(ringside, showId, filter, pageSize),
    [ringside, showId, filter, pageSize],
  );
  useEffect(() => feed.start(), [feed]);
  return feed;
}

/** Re-renders the component with every change of the feed. */
export function useFeed(feed: LedgerFeed): LedgerFeed {
  useSyncExternalStore(feed.subscribe, feed.version);
  return feed;
}
