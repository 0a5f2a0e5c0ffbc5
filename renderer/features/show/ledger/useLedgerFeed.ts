import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useRingside } from '#renderer/data/hooks.ts';
import type { LedgerFilter } from '#shared/contract/ledger.ts';
import { LedgerFeed } from './ledgerFeed.ts';

/** By show: the row that was on top of its ledger when a host left it scrolled down. */
export const leftAt = new Map<string | null, number>();

/** The ledger of Gift Data. It begins where a host left it scrolled down, else with the newest rows. */
export function useKeptFeed(showId: string | null, filter: LedgerFilter): LedgerFeed {
  const ringside = useRingside();
  const feed = useMemo(
    () => new LedgerFeed(ringside, showId, filter, undefined, leftAt.get(showId)),
    [ringside, showId, filter],
  );
  useEffect(() => feed.start(), [feed]);
  return feed;
}

/**
 * The ledger of a show through a filter, for as long as the component is on screen. Keep the filter object
 * while it means the same: another one is read anew. It renders nothing by itself: `useFeed` does, and stands
 * where the rows are shown, so that a busy room renders no more than that.
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

/** Renders with every change of what the feed would show. */
export function useFeed(feed: LedgerFeed): LedgerFeed {
  useSyncExternalStore(feed.subscribe, feed.version);
  return feed;
}
