/** From this many changed keys on, `entries` reads all items instead: that is cheaper than looking each one up. */
const MAX_CHANGED = 5000;

interface TopListOptions<K, T> {
  /** Maximum number of entries. */
  limit: number;
  /** All items. Called only when the changed items do not suffice. */
  all: () => Iterable<[K, T]>;
  find: (key: K) => T | undefined;
  /** Items are listed from the highest score down. An item with a score of 0 or less is not listed. */
  score: (item: T) => number;
  /** Order of two items with equal scores, as for `Array.sort`. */
  compareKeys: (a: K, b: K) => number;
}

interface Entry<K, T> {
  key: K;
  item: T;
  score: number;
}

/**
 * Caches the first items of a large, changing collection. After a change it compares only the changed items with the
 * cached ones; it reads the whole collection again only if the score of a cached item fell.
 */
export class TopList<K, T> {
  readonly #options: TopListOptions<K, T>;
  readonly #changed = new Set<K>();
  #entries: Entry<K, T>[] = [];
  #stale = true;

  constructor(options: TopListOptions<K, T>) {
    this.#options = options;
  }

  /** Must be called for each item whose score may have changed. */
  markChanged(key: K): void {
    if (this.#stale) return;
    this.#changed.add(key);
    if (this.#changed.size > MAX_CHANGED) this.invalidate();
  }

  /** Drops the cache: the next `entries` reads all items. */
  invalidate(): void {
    this.#stale = true;
    this.#changed.clear();
  }

  /** Returns the entries, highest score first. */
  entries(): readonly { key: K; item: T }[] {
    const { find } = this.#options;
    const candidates = this.#stale ? null : this.#reloadEntries();
    if (candidates === null) {
      this.#entries = this.#select(this.#options.all());
    } else {
      for (const key of this.#changed) {
        const item = find(key);
        if (item !== undefined) candidates.set(key, item);
      }
      this.#entries = this.#select(candidates);
    }
    this.#changed.clear();
    this.#stale = false;
    return this.#entries;
  }

  /** The cached entries with their current items. Null if a score fell: an item outside may now be higher. */
  #reloadEntries(): Map<K, T> | null {
    const { find, score } = this.#options;
    const items = new Map<K, T>();
    for (const { key, score: before } of this.#entries) {
      const item = find(key);
      if (item === undefined || score(item) < before) return null;
      items.set(key, item);
    }
    return items;
  }

  #select(items: Iterable<[K, T]>): Entry<K, T>[] {
    const { limit, score, compareKeys } = this.#options;
    const best: Entry<K, T>[] = [];
    const isBefore = (a: Entry<K, T>, b: Entry<K, T>) =>
      a.score > b.score || (a.score === b.score && compareKeys(a.key, b.key) < 0);
    for (const [key, item] of items) {
      const entry = { key, item, score: score(item) };
      const last = best.at(-1);
      if (entry.score <= 0 || (best.length >= limit && last !== undefined && !isBefore(entry, last)))
        continue;
      let place = best.length;
      for (
        let above = best[place - 1];
        above !== undefined && isBefore(entry, above);
        above = best[place - 1]
      ) {
        place -= 1;
      }
      best.splice(place, 0, entry);
      if (best.length > limit) best.pop();
    }
    return best;
  }
}
