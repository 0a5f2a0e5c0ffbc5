import type { Viewer } from '#shared/contract/snapshot.ts';
import { type Before, mergeInSlices, sortInSlices } from './slicedWork.ts';

export const viewerSorts = ['votes', 'recent', 'name'] as const;
export type ViewerSort = (typeof viewerSorts)[number];

export interface ViewerFilter {
  /** Part of a nickname or username, ignoring case; '' matches every viewer. */
  text: string;
  /** `anchor:<id>` matches the viewers bound to that anchor. */
  binding: 'all' | 'bound' | 'unbound' | `anchor:${string}`;
}

/** Number of viewers between two yields. */
const CHUNK = 4_096;

/**
 * Keeps the viewers of a show sorted, incrementally: an update sorts only the viewers whose key has changed and merges
 * them back, because a show can have a hundred thousand viewers. The work yields regularly (see `runInSlices`). Sort
 * keys are copied at the beginning, because viewers change between the slices.
 */
export class ViewerOrder {
  readonly #sort: ViewerSort;
  readonly #compareNames: (a: string, b: string) => number;
  #numbers = new Float64Array(0);
  #names: string[] = [];
  #sorted: Uint32Array = new Uint32Array(0);

  /** `compareNames` is the `compare` of an `Intl.Collator` in the language of the screen. */
  constructor(sort: ViewerSort, compareNames: (a: string, b: string) => number) {
    this.#sort = sort;
    this.#compareNames = compareNames;
  }

  /**
   * Yields until it returns the sorted indexes of all viewers. `viewers` must have the same viewer at each index as in
   * the last call and may be longer. After a cancelled run, the next run sorts all viewers.
   */
  *update(viewers: readonly Viewer[]): Generator<void, Uint32Array> {
    const known = this.#sorted.length;
    const previous = this.#sorted;
    const changed = new Uint8Array(viewers.length);
    const moved: number[] = [];
    this.#sorted = new Uint32Array(0);
    this.#grow(viewers.length);
    for (const [index, viewer] of viewers.entries()) {
      if (index % CHUNK === CHUNK - 1) yield;
      if (!this.#updateKey(index, viewer) && index < known) continue;
      changed[index] = 1;
      moved.push(index);
    }
    if (moved.length === 0) {
      this.#sorted = previous;
      return previous;
    }
    const before = this.#before();
    const fresh = yield* sortInSlices(Uint32Array.from(moved), before);
    const rest = previous.filter((index) => changed[index] === 0);
    this.#sorted = rest.length === 0 ? fresh : yield* mergeInSlices(rest, fresh, before);
    return this.#sorted;
  }

  #grow(length: number): void {
    if (this.#sort === 'name' || this.#numbers.length >= length) return;
    const wider = new Float64Array(Math.max(1_024, length * 2));
    wider.set(this.#numbers);
    this.#numbers = wider;
  }

  /** Stores the sort key of a viewer. Returns whether the key has changed. */
  #updateKey(index: number, viewer: Viewer): boolean {
    if (this.#sort === 'name') {
      const name = viewer.name || viewer.username;
      if (this.#names[index] === name) return false;
      this.#names[index] = name;
      return true;
    }
    const key = this.#sort === 'votes' ? viewer.votesTenths : viewer.lastAt;
    if (this.#numbers[index] === key) return false;
    this.#numbers[index] = key;
    return true;
  }

  /** Sorts by most votes, latest gift or name. Equal viewers are sorted by index, that is by arrival. */
  #before(): Before {
    if (this.#sort === 'name') {
      return (a, b) => {
        const order = this.#compareNames(this.#names[a] ?? '', this.#names[b] ?? '');
        return order === 0 ? a < b : order < 0;
      };
    }
    return (a, b) => {
      const difference = (this.#numbers[b] ?? 0) - (this.#numbers[a] ?? 0);
      return difference === 0 ? a < b : difference < 0;
    };
  }
}

/** Returns the sorted indexes of the viewers that match the filter; yields regularly. */
export function* filterViewers(
  order: Uint32Array,
  viewers: readonly Viewer[],
  filter: ViewerFilter,
  anchorOf: (viewer: Viewer) => string | null,
): Generator<void, Uint32Array> {
  const text = filter.text.trim().toLowerCase();
  if (text === '' && filter.binding === 'all') return order;
  const matches: number[] = [];
  for (const [at, index] of order.entries()) {
    if (at % CHUNK === CHUNK - 1) yield;
    const viewer = viewers[index];
    if (viewer === undefined || !matchesBinding(filter.binding, anchorOf(viewer))) continue;
    if (
      text === '' ||
      viewer.name.toLowerCase().includes(text) ||
      viewer.username.toLowerCase().includes(text)
    ) {
      matches.push(index);
    }
  }
  return Uint32Array.from(matches);
}

function matchesBinding(wanted: ViewerFilter['binding'], anchorId: string | null): boolean {
  if (wanted === 'all') return true;
  if (wanted === 'bound') return anchorId !== null;
  return wanted === 'unbound' ? anchorId === null : wanted === `anchor:${anchorId}`;
}
