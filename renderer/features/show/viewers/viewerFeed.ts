import type { ShowEngine } from '#renderer/data/show/engine.ts';
import type { Viewer } from '#shared/contract/snapshot.ts';
import { effectiveBinding } from '#shared/game/selectors.ts';
import { runInSlices } from './slices.ts';
import { filterViewers, type ViewerFilter, ViewerOrder, type ViewerSort } from './viewerOrder.ts';

export interface OrderedViewers {
  viewers: readonly Viewer[];
  /** Indexes into `viewers`. */
  order: Uint32Array;
}

export interface ViewerFeedOptions {
  engine: ShowEngine;
  sort: ViewerSort;
  compareNames(a: string, b: string): number;
  now(): number;
  /** Runs a task after `ms`; returns a function that cancels it. */
  after(ms: number, task: () => void): () => void;
}

/** The order is worked out anew at most twice a second: a list that moves more often cannot be read. */
const EVERY_MS = 500;
const SLICE_MS = 6;

/** The viewers of the open show in an order, through a filter, worked out beside the frames. */
export class ViewerFeed {
  readonly #options: ViewerFeedOptions;
  readonly #listeners = new Set<() => void>();
  #ordered: OrderedViewers | null = null;
  #order: ViewerOrder;
  #viewers: Viewer[] = [];
  #filter: ViewerFilter = { text: '', binding: 'all' };
  #epoch: number;
  #begun = Number.NEGATIVE_INFINITY;
  #cancelTimer: (() => void) | null = null;
  #stopWork: (() => void) | null = null;
  /** Something has changed since the present work began. */
  #again = false;

  constructor(options: ViewerFeedOptions) {
    this.#options = options;
    this.#order = new ViewerOrder(options.sort, options.compareNames);
    this.#epoch = options.engine.epoch;
  }

  /** The last order that was finished, null before the first. */
  ordered = (): OrderedViewers | null => this.#ordered;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  start(): () => void {
    const leave = this.#options.engine.subscribe(() => this.#follow());
    this.#soon();
    return () => {
      leave();
      this.#rest();
    };
  }

  setFilter(filter: ViewerFilter): void {
    if (filter.text === this.#filter.text && filter.binding === this.#filter.binding) return;
    this.#filter = filter;
    this.#begun = Number.NEGATIVE_INFINITY;
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    this.#soon();
  }

  #follow(): void {
    // After a jump in a replay, or in another show, the former order has rows of people who are not there.
    if (this.#epoch !== this.#options.engine.epoch) this.#work();
    else this.#soon();
  }

  #rest(): void {
    this.#cancelTimer?.();
    this.#stopWork?.();
    this.#cancelTimer = null;
    this.#stopWork = null;
  }

  #soon(): void {
    if (this.#stopWork !== null) this.#again = true;
    if (this.#stopWork !== null || this.#cancelTimer !== null) return;
    const wait = Math.max(0, this.#begun + EVERY_MS - this.#options.now());
    this.#cancelTimer = this.#options.after(wait, () => this.#work());
  }

  #work(): void {
    const { engine, sort, compareNames, now, after } = this.#options;
    this.#rest();
    if (this.#epoch !== engine.epoch) {
      this.#epoch = engine.epoch;
      this.#order = new ViewerOrder(sort, compareNames);
      this.#viewers = [];
    }
    if (this.#viewers.length !== engine.state.viewers.size)
      this.#viewers = [...engine.state.viewers.values()];
    this.#begun = now();
    this.#again = false;
    let over = false;
    const stop = runInSlices(
      this.#steps(this.#viewers),
      { budgetMs: SLICE_MS, now, later: (task) => after(0, task) },
      (ordered) => {
        over = true;
        this.#stopWork = null;
        this.#ordered = ordered;
        for (const listener of this.#listeners) listener();
        if (this.#again) this.#soon();
      },
    );
    if (!over) this.#stopWork = stop;
  }

  *#steps(viewers: readonly Viewer[]): Generator<void, OrderedViewers> {
    const sorted = yield* this.#order.update(viewers);
    const { state } = this.#options.engine;
    const anchorOf = (viewer: Viewer) => effectiveBinding(state, viewer)?.anchorId ?? null;
    return { viewers, order: yield* filterViewers(sorted, viewers, this.#filter, anchorOf) };
  }
}
