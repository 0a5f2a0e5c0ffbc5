import { problemOf, type Ringside } from '#renderer/data/ringside.ts';
import type { Problem } from '#shared/contract/error.ts';
import type { LedgerFilter } from '#shared/contract/ledger.ts';
import { LedgerWindow } from './ledgerWindow.ts';

/** The ledger of a show through one filter: reads the pages that the screen wants, follows the show. */
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
  #told = -1;

  /** Rows that are newer than `firstRow` wait above it until the feed is unpinned. */
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
      ...(pageSize === undefined ? {} : { pageSize, reach: pageSize }),
    });
    if (firstRow !== undefined) this.window.pin(firstRow);
  }

  /** Why the last page could not be read; null while all is well. */
  get problem(): Problem | null {
    return this.#problem;
  }

  /** Rises whenever there is something new to show. */
  version = (): number => this.#version;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  /** Follows the show until the returned function is called. */
  start(): () => void {
    const { engine } = this.#ringside;
    this.#running = true;
    this.#epoch = engine.epoch;
    this.window.invalidate(engine.state.seq);
    const leaveRows = engine.onRows((events) => {
      this.window.apply(events);
      this.#tell();
    });
    const leave = engine.subscribe(() => {
      if (engine.epoch !== this.#epoch) {
        this.#epoch = engine.epoch;
        this.window.invalidate(engine.state.seq);
      }
      // What failed while the link was away is tried again once the show is followed again.
      if (engine.phase !== 'following') this.#problem = null;
      this.#read();
    });
    this.#read();
    return () => {
      this.#running = false;
      leaveRows();
      leave();
    };
  }

  see = (first: number, last: number): void => {
    this.window.see(first, last);
    this.#tell();
    this.#read();
  };

  /** Lets rows that arrive wait above the first row, or shows them again. */
  pin(on: boolean): void {
    if (on) this.window.pin();
    else this.window.unpin();
    this.#tell();
  }

  retry = (): void => {
    this.#problem = null;
    this.#read();
    this.#tell(true);
  };

  /** One page at a time, until nothing that is on screen is missing. */
  #read(): void {
    const { engine, call } = this.#ringside;
    const showId = this.showId;
    if (!this.#running || this.#reading || this.#problem !== null || engine.phase !== 'following') return;
    if (showId === null || engine.showId !== showId) return;
    const wanted = this.window.wanted();
    if (wanted === null) return;
    this.#reading = true;
    const before = wanted.before === undefined ? {} : { before: wanted.before };
    call('ledger.page', { showId, filter: this.#filter, limit: wanted.limit, ...before })
      .then(
        (page) => this.window.take(wanted, page),
        (error: unknown) => {
          this.#problem = problemOf(error);
        },
      )
      .finally(() => {
        this.#reading = false;
        this.#tell(true);
        this.#read();
      });
  }

  #tell(always = false): void {
    if (!always && this.window.revision === this.#told) return;
    this.#told = this.window.revision;
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }
}
