/** Beyond so many touched ones it is quicker to look at all once, when somebody asks. */
const MOST_TOUCHED = 5000;

export interface TopOptions<K, T> {
  limit: number;
  /** Everybody, to be looked through when nothing less will do. */
  all: () => Iterable<[K, T]>;
  find: (key: K) => T | undefined;
  /** Greater is further up; from 0 down has no place at all. */
  worth: (item: T) => number;
  /** Less than 0 when `a` comes first among items of equal worth. */
  tie: (a: K, b: K) => number;
}

interface Placed<K, T> {
  key: K;
  item: T;
  worth: number;
}

/**
 * The first few of many whose worth changes all the time. It looks only at those that were touched, because who
 * was not has stayed behind; only when one of the first has fallen back does it look at everybody.
 */
export class Top<K, T> {
  readonly #options: TopOptions<K, T>;
  readonly #touched = new Set<K>();
  #first: Placed<K, T>[] = [];
  #stale = true;

  constructor(options: TopOptions<K, T>) {
    this.#options = options;
  }

  /** To be called with everyone whose worth may have changed. */
  touch(key: K): void {
    if (this.#stale) return;
    this.#touched.add(key);
    if (this.#touched.size > MOST_TOUCHED) this.forget();
  }

  /** Everything may be otherwise now. */
  forget(): void {
    this.#stale = true;
    this.#touched.clear();
  }

  /** From the top. */
  read(): readonly { key: K; item: T }[] {
    const { find } = this.#options;
    const fresh = this.#stale ? null : this.#refresh();
    if (fresh === null) {
      this.#first = this.#select(this.#options.all());
    } else {
      for (const key of this.#touched) {
        const item = find(key);
        if (item !== undefined) fresh.set(key, item);
      }
      this.#first = this.#select(fresh);
    }
    this.#touched.clear();
    this.#stale = false;
    return this.#first;
  }

  /** The first as they are now; null when one of them has fallen back, so that another may be before it. */
  #refresh(): Map<K, T> | null {
    const { find, worth } = this.#options;
    const items = new Map<K, T>();
    for (const { key, worth: before } of this.#first) {
      const item = find(key);
      if (item === undefined || worth(item) < before) return null;
      items.set(key, item);
    }
    return items;
  }

  #select(items: Iterable<[K, T]>): Placed<K, T>[] {
    const { limit, worth, tie } = this.#options;
    const best: Placed<K, T>[] = [];
    const before = (a: Placed<K, T>, b: Placed<K, T>) =>
      a.worth > b.worth || (a.worth === b.worth && tie(a.key, b.key) < 0);
    for (const [key, item] of items) {
      const placed = { key, item, worth: worth(item) };
      const last = best.at(-1);
      if (placed.worth <= 0 || (best.length >= limit && last !== undefined && !before(placed, last)))
        continue;
      let place = best.length;
      for (
        let above = best[place - 1];
        above !== undefined && before(placed, above);
        above = best[place - 1]
      ) {
        place -= 1;
      }
      best.splice(place, 0, placed);
      if (best.length > limit) best.pop();
    }
    return best;
  }
}
