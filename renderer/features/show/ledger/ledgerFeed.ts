import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useRingside } from '#renderer/data/hooks.ts';
import { problemOf, type Ringside } from '#renderer/data/ringside.ts';
import type { Problem } from '#shared/contract/error.ts';
import type { LedgerFilter } from '#shared/contract/ledger.ts';
import { LedgerWindow } from './ledgerWindow.ts';

/** The rows of a show that match a filter: reads the pages that the screen needs and applies row events. */
export class LedgerFeed {
  readonly window: LedgerWindow;
  readonly #ringside: Pick<Ringside, 'engine' | 'call'>;
  readonly showId: string | null;
  readonly #filter: LedgerFilter;
  readonly #listeners = new Set<() => void>();
  #running = false;
  #reading = false;
  #problem: Problem | null = null;
  #epoch = 0;
  #version = 0;
  #notifiedRevision = -1;

  /** `firstRow` pins a row: newer rows stay hidden above it until `pin(false)`. */
  constructor(
    ringside: Pick<Ringside, 'engine' | 'call'>,
    showId: string | null,
    filter: LedgerFilter,
    pageSize?: number,
    firstRow?: number,
  ) {
    this.#ringside = ringside;
    this.showId = showId;
    this.#filter = filter;
    this.window = new LedgerWindow({
      filter,
      applied: ringside.engine.state.seq,
      recentSince: (seq) => ringside.engine.recentSince(seq),
      pageSize,
      reach: pageSize,
    });
    if (firstRow !== undefined) this.window.pin(firstRow);
  }

  /** Why the last page could not be read; null if it was read. */
  get problem(): Problem | null {
    return this.#problem;
  }

  /** Snapshot for `useSyncExternalStore`: increases with every change. */
  version = (): number => this.#version;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  /** Applies the show's row events until the returned function is called. */
  start(): () => void {
    const { engine } = this.#ringside;
    this.#running = true;
    this.#epoch = engine.epoch;
    this.window.invalidate(engine.state.seq);
    const unsubscribeRows = engine.onRows((events) => {
      this.window.apply(events);
      this.#notify();
    });
    const unsubscribe = engine.subscribe(() => {
      if (engine.epoch !== this.#epoch) {
        this.#epoch = engine.epoch;
        this.window.invalidate(engine.state.seq);
      }
      // Forget a failure while the link is lost, so that the page is read again when the link is back.
      if (engine.phase !== 'following') this.#problem = null;
      this.#readMissing();
    });
    this.#readMissing();
    return () => {
      this.#running = false;
      unsubscribeRows();
      unsubscribe();
    };
  }

  setVisible = (first: number, last: number): void => {
    this.window.setVisible(first, last);
    this.#notify();
    this.#readMissing();
  };

  /** Hides new rows above the first row (see `LedgerWindow.pin`), or shows them again. */
  pin(on: boolean): void {
    if (on) this.window.pin();
    else this.window.unpin();
    this.#notify();
  }

  retry = (): void => {
    this.#problem = null;
    this.#readMissing();
    this.#notify(true);
  };

  /** Reads one page after the other until all visible rows are in memory. */
  #readMissing(): void {
    const { engine, call } = this.#ringside;
    const showId = this.showId;
    if (!this.#running || this.#reading || this.#problem !== null || engine.phase !== 'following') return;
    if (showId === null || engine.showId !== showId) return;
    const request = this.window.nextPage();
    if (request === null) return;
    this.#reading = true;
    call('ledger.page', { showId, filter: this.#filter, limit: request.limit, before: request.before })
      .then(
        (page) => this.window.addPage(request, page),
        (error: unknown) => {
          this.#problem = problemOf(error);
        },
      )
      .finally(() => {
        this.#reading = false;
        this.#notify(true);
        this.#readMissing();
      });
  }

  #notify(always = false): void {
    if (!always && this.window.revision === this.#notifiedRevision) return;
    this.#notifiedRevision = this.window.revision;
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }
}

/** Show id to the top row of Gift Data, stored when the host left the tab while the list was scrolled down. */
export const savedTopRows = new Map<string | null, number>();

/**
 * Feed of Gift Data. Starts at the saved top row, or else at the newest rows. A new filter object creates a new feed, so
 * pass the same object while the filter is the same. Does not re-render the caller: call `useFeed` in the component that
 * shows rows.
 */
export function useGiftDataFeed(showId: string | null, filter: LedgerFilter): LedgerFeed {
  const ringside = useRingside();
  const feed = useMemo(
    () => new LedgerFeed(ringside, showId, filter, undefined, savedTopRows.get(showId)),
    [ringside, showId, filter],
  );
  useEffect(() => feed.start(), [feed]);
  return feed;
}

/** Re-renders the component with every change of the feed. */
export function useFeed(feed: LedgerFeed): LedgerFeed {
  useSyncExternalStore(feed.subscribe, feed.version);
  return feed;
}
