/**
 * The ids of the last messages, so that a repeated one is known as such: after a reconnect, or when two lines
 * are open at once. Two generations of sets make forgetting cheap: at least the last `size` ids are known, and
 * never more than twice as many are kept.
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
