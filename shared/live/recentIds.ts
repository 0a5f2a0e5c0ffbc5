/**
 * Remembers recent message ids, to recognise repeats after a reconnect or from a second line. Two generations of sets
 * make eviction cheap: at least the last `size` ids are known, and at most twice as many are kept.
 */
export class RecentIds {
  readonly #size: number;
  #young = new Set<string>();
  #old = new Set<string>();

  constructor(size = 200_000, known: Iterable<string> = []) {
    this.#size = size;
    for (const id of known) this.add(id);
  }

  has(id: string): boolean {
    return this.#young.has(id) || this.#old.has(id);
  }

  add(id: string): void {
    if (this.#young.has(id)) return;
    if (this.#young.size >= this.#size) {
      this.#old = this.#young;
      this.#young = new Set();
    }
    this.#young.add(id);
  }
}
