import type { Viewer } from '#shared/contract/snapshot.ts';
import { type Before, mergeInSlices, sortInSlices } from './sortedIndexes.ts';

export const viewerSorts = ['votes', 'recent', 'name'] as const;
export type ViewerSort = (typeof viewerSorts)[number];

export interface ViewerFilter {
  /** Part of a nickname or username, case ignored; empty for everyone. */
  text: string;
  /** `anchor:<id>` for those bound to one anchor. */
  binding: 'all' | 'bound' | 'unbound' | `anchor:${string}`;
}

/** Viewers looked at between two chances to stop. */
const CHUNK = 4_096;

/**
 * The viewers of a show in one order. A hundred thousand of them are never sorted anew: those whose key has
 * changed since last time are taken out, sorted, and merged back. The work comes in slices, so that no frame
 * waits for it; keys are copied at its beginning, since viewers change while it rests.
 */
export class ViewerOrder {
  readonly #sort: ViewerSort;
  readonly #compareNames: (a: string, b: string) => number;
  #numbers = new Float64Array(0);
  #names: string[] = [];
  #sorted: Uint32Array = new Uint32Array(0);

  /** `compareNames` is the order of names in the reader's language, as of `Intl.Collator`. */
  constructor(sort: ViewerSort, compareNames: (a: string, b: string) => number) {
    this.#sort = sort;
    this.#compareNames = compareNames;
  }

  /**
   * Indexes of all viewers in their order now. `viewers` is the list of the last call, longer or as long,
   * with the same viewer at each index. A run that is given up leaves the order to be made anew.
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
      if (!this.#takeKey(index, viewer) && index < known) continue;
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

  /** Keeps the key of a viewer; true when it is another than last time. */
  #takeKey(index: number, viewer: Viewer): boolean {
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

  /** Most votes, latest gift, or first name first; whoever came first among equals. */
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

/** Those of the ordered viewers that the filter lets through, in the same order. */
export function* filterViewers(
  order: Uint32Array,
  viewers: readonly Viewer[],
  filter: ViewerFilter,
  anchorOf: (viewer: Viewer) => string | null,
): Generator<void, Uint32Array> {
  const text = filter.text.trim().toLowerCase();
  if (text === '' && filter.binding === 'all') return order;
  const kept: number[] = [];
  for (const [at, index] of order.entries()) {
    if (at % CHUNK === CHUNK - 1) yield;
    const viewer = viewers[index];
    if (viewer === undefined || !matchesBinding(filter.binding, anchorOf(viewer))) continue;
    if (
      text === '' ||
      viewer.name.toLowerCase().includes(text) ||
      viewer.username.toLowerCase().includes(text)
    ) {
      kept.push(index);
    }
  }
  return Uint32Array.from(kept);
}

function matchesBinding(wanted: ViewerFilter['binding'], anchorId: string | null): boolean {
  if (wanted === 'all') return true;
  if (wanted === 'bound') return anchorId !== null;
  return wanted === 'unbound' ? anchorId === null : wanted === `anchor:${anchorId}`;
}
