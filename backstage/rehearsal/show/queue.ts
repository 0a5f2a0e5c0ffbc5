interface Entry<T> {
  at: number;
  order: number;
  value: T;
}

/** A priority queue by time. Entries of the same moment keep their order. */
export class TimeQueue<T> {
  readonly #heap: Entry<T>[] = [];
  #order = 0;

  get size(): number {
    return this.#heap.length;
  }

  /** The time of the next entry, Infinity if there is none. */
  get nextAt(): number {
    return this.#heap[0]?.at ?? Number.POSITIVE_INFINITY;
  }

  push(at: number, value: T): void {
    const heap = this.#heap;
    const entry = { at, order: this.#order++, value };
    let place = heap.length;
    heap.push(entry);
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = heap[above];
      if (parent === undefined || !isBefore(entry, parent)) break;
      heap[place] = parent;
      heap[above] = entry;
      place = above;
    }
  }

  pop(): { at: number; value: T } | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    let place = 0;
    for (;;) {
      const left = 2 * place + 1;
      const leftEntry = heap[left];
      if (leftEntry === undefined) break;
      const rightEntry = heap[left + 1];
      const right = rightEntry !== undefined && isBefore(rightEntry, leftEntry);
      const smaller = right ? rightEntry : leftEntry;
      if (!isBefore(smaller, last)) break;
      heap[place] = smaller;
      place = right ? left + 1 : left;
    }
    heap[place] = last;
    return first;
  }
}

function isBefore<T>(a: Entry<T>, b: Entry<T>): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}
