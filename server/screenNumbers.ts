/** Numbers the windows of each backstage from 1, so an only window is always the first. */
export class ScreenNumbers {
  readonly #taken = new WeakMap<object, Set<number>>();

  /** Takes the lowest free number of a backstage. `leave` frees the number. */
  take(backstage: object): { number: number; leave(): void } {
    const taken = this.#taken.get(backstage) ?? new Set();
    this.#taken.set(backstage, taken);
    let number = 1;
    while (taken.has(number)) number += 1;
    taken.add(number);
    return { number, leave: () => taken.delete(number) };
  }
}
