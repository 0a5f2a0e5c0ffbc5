import { useSyncExternalStore } from 'react';
import { useRingside } from '#renderer/data/hooks.ts';
import type { Ringside } from '#renderer/data/ringside.ts';
import type { LedgerFilter } from '#shared/contract/ledger.ts';
import type { WaitingGroup } from '#shared/game/waiting.ts';
import { WaitingRows } from './waitingRows.ts';

/** Filters that select the waiting rows in the backstage. */
const filters: readonly LedgerFilter[] = [{ target: 'unallocated', corrected: false }, { late: 'listed' }];
const PAGE = 500;
/** Maximum number of older waiting rows to read. Rows that arrive later are always in the queue. */
const MOST_READ = 5000;
const RETRY_MS = 2000;

/** Votes (tenths) that wait in a round, by round id. */
export type WaitingVotes = ReadonlyMap<number, number>;

export interface Waiting {
  groups: readonly WaitingGroup[];
  /** Number of rows in the groups. */
  rows: number;
  votes: WaitingVotes;
  /** Whether all waiting rows of the show are in the groups. */
  complete: boolean;
}

const nothing: Waiting = { groups: [], rows: 0, votes: new Map(), complete: false };

/** Reads the rows that wait for the host, and follows them while a screen shows them. */
export class WaitingFeed {
  readonly #ringside: Pick<Ringside, 'engine' | 'call'>;
  readonly #listeners = new Set<() => void>();
  #rows = new WaitingRows();
  #stop: (() => void) | null = null;
  /** Increases with each read, so that the result of an overtaken read is dropped. */
  #reading = 0;
  #epoch = -1;
  #showId: string | null = null;
  #complete = false;
  #shown: { revision: number; rows: WaitingRows; value: Waiting } | null = null;

  constructor(ringside: Pick<Ringside, 'engine' | 'call'>) {
    this.#ringside = ringside;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    this.#stop ??= this.#start();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stop?.();
      this.#stop = null;
    };
  };

  waiting = (): Waiting => {
    const { revision, groups } = this.#rows;
    const shown = this.#shown;
    const isCurrent =
      shown?.rows === this.#rows && shown.revision === revision && shown.value.complete === this.#complete;
    if (isCurrent) return shown.value;
    const value = waitingOf(groups, this.#complete);
    this.#shown = { revision, rows: this.#rows, value };
    return value;
  };

  #start(): () => void {
    const { engine } = this.#ringside;
    this.#epoch = -1;
    const unfollow = engine.onRows((events) => {
      if (!this.#rows.apply(events)) void this.#read();
    });
    // At most ten times a second, because in a busy room the queue changes with every frame.
    const unsubscribe = engine.subscribeSums(() => {
      this.#readIfNew();
      for (const listener of this.#listeners) listener();
    });
    this.#readIfNew();
    return () => {
      this.#reading += 1;
      unfollow();
      unsubscribe();
    };
  }

  /** Reads the queue again if another show is open or its state was replaced. */
  #readIfNew(): void {
    const { engine } = this.#ringside;
    if (engine.showId !== this.#showId) {
      this.#showId = engine.showId;
      this.#rows = new WaitingRows();
      this.#complete = false;
      this.#epoch = -1;
    }
    if (engine.phase !== 'following' || engine.epoch === this.#epoch) return;
    this.#epoch = engine.epoch;
    void this.#read();
  }

  async #read(): Promise<void> {
    const { engine, call } = this.#ringside;
    const { showId } = engine;
    this.#reading += 1;
    const reading = this.#reading;
    if (showId === null) return;
    const fresh = new WaitingRows();
    let since = Number.POSITIVE_INFINITY;
    let complete = true;
    try {
      for (const filter of filters) {
        let before: number | undefined;
        for (let read = 0; ; ) {
          const page = await call('ledger.page', { showId, filter, limit: PAGE, before });
          if (reading !== this.#reading) return;
          for (const row of page.rows) fresh.add(row);
          since = Math.min(since, page.seq);
          read += page.rows.length;
          if (page.next === null) break;
          before = page.next;
          if (read < MOST_READ) continue;
          complete = false;
          break;
        }
      }
    } catch {
      // After a lost link, the feed reads again when the link is back. Other failures are retried here.
      window.setTimeout(() => {
        if (reading === this.#reading && engine.phase === 'following') void this.#read();
      }, RETRY_MS);
      return;
    }
    const missed = engine.recentSince(since);
    if (missed === null || !fresh.apply(missed)) {
      window.setTimeout(() => {
        if (reading === this.#reading) void this.#read();
      }, RETRY_MS);
    }
    this.#rows = fresh;
    this.#complete = complete;
    for (const listener of this.#listeners) listener();
  }
}

function waitingOf(groups: readonly WaitingGroup[], complete: boolean): Waiting {
  const votes = new Map<number, number>();
  let rows = 0;
  for (const group of groups) {
    rows += group.rows.length;
    votes.set(group.round, (votes.get(group.round) ?? 0) + group.votesTenths);
  }
  return { groups, rows, votes, complete };
}

const feeds = new WeakMap<Ringside['engine'], WaitingFeed>();

/** The gifts that wait for the host, the same on every tab. Empty in a replay. */
export function useWaiting(): Waiting {
  const ringside = useRingside();
  const { engine, readOnly } = ringside;
  let feed = feeds.get(engine);
  if (feed === undefined) {
    feed = new WaitingFeed(ringside);
    feeds.set(engine, feed);
  }
  return useSyncExternalStore(
    readOnly ? noSubscription : feed.subscribe,
    readOnly ? noneWaiting : feed.waiting,
  );
}

const noneWaiting = () => nothing;
const noSubscription = () => () => {};
