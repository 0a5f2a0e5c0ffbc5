import type { ShowEngine } from '#renderer/data/show/engine.ts';
import type { Viewer } from '#shared/contract/snapshot.ts';
import { effectiveBinding } from '#shared/game/selectors.ts';
import { runInSlices } from './slicedWork.ts';
import { filterViewers, type ViewerFilter, ViewerOrder, type ViewerSort } from './viewerOrder.ts';

/** The viewers of the show and the order in which the list shows them. */
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

/** Shortest time between two updates of the order: a list that moves more often cannot be read. */
const UPDATE_MS = 500;
/** Longest time per slice of work, well below an animation frame. */
const SLICE_MS = 6;

/** Sorts and filters the viewers of the open show, throttled and in slices between the animation frames. */
export class ViewerFeed {
  readonly #options: ViewerFeedOptions;
  readonly #listeners = new Set<() => void>();
  #ordered: OrderedViewers | null = null;
  #order: ViewerOrder;
  #viewers: Viewer[] = [];
  #filter: ViewerFilter = { text: '', binding: 'all' };
  #epoch: number;
  #startedAt = Number.NEGATIVE_INFINITY;
  #cancelTimer: (() => void) | null = null;
  #stopWork: (() => void) | null = null;
  /** The show has changed since the current work began. */
  #changedSince = false;

  constructor(options: ViewerFeedOptions) {
    this.#options = options;
    this.#order = new ViewerOrder(options.sort, options.compareNames);
    this.#epoch = options.engine.epoch;
  }

  /** The latest finished order; null before the first. */
  ordered = (): OrderedViewers | null => this.#ordered;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  start(): () => void {
    const unsubscribe = this.#options.engine.subscribe(() => this.#onChange());
    this.#schedule();
    return () => {
      unsubscribe();
      this.#cancel();
    };
  }

  setFilter(filter: ViewerFilter): void {
    if (filter.text === this.#filter.text && filter.binding === this.#filter.binding) return;
    this.#filter = filter;
    this.#startedAt = Number.NEGATIVE_INFINITY;
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    this.#schedule();
  }

  #onChange(): void {
    // A new epoch is a jump in a replay or another show: update at once, because the order has wrong viewers.
    if (this.#epoch !== this.#options.engine.epoch) this.#update();
    else this.#schedule();
  }

  #cancel(): void {
    this.#cancelTimer?.();
    this.#stopWork?.();
    this.#cancelTimer = null;
    this.#stopWork = null;
  }

  #schedule(): void {
    if (this.#stopWork !== null) this.#changedSince = true;
    if (this.#stopWork !== null || this.#cancelTimer !== null) return;
    const wait = Math.max(0, this.#startedAt + UPDATE_MS - this.#options.now());
    this.#cancelTimer = this.#options.after(wait, () => this.#update());
  }

  #update(): void {
    const { engine, sort, compareNames, now, after } = this.#options;
    this.#cancel();
    if (this.#epoch !== engine.epoch) {
      this.#epoch = engine.epoch;
      this.#order = new ViewerOrder(sort, compareNames);
      this.#viewers = [];
    }
    if (this.#viewers.length !== engine.state.viewers.size)
      this.#viewers = [...engine.state.viewers.values()];
    this.#startedAt = now();
    this.#changedSince = false;
    let finished = false;
    const stop = runInSlices(
      this.#steps(this.#viewers),
      { budgetMs: SLICE_MS, now, later: (task) => after(0, task) },
      (ordered) => {
        finished = true;
        this.#stopWork = null;
        this.#ordered = ordered;
        for (const listener of this.#listeners) listener();
        if (this.#changedSince) this.#schedule();
      },
    );
    if (!finished) this.#stopWork = stop;
  }

  *#steps(viewers: readonly Viewer[]): Generator<void, OrderedViewers> {
    const sorted = yield* this.#order.update(viewers);
    const { state } = this.#options.engine;
    const anchorOf = (viewer: Viewer) => effectiveBinding(state, viewer)?.anchorId ?? null;
    return { viewers, order: yield* filterViewers(sorted, viewers, this.#filter, anchorOf) };
  }
}
