/** Numbers the windows that are joined to a backstage, from 1: its only window is always the first. */
export class ScreenNumbers {
  readonly #taken = new WeakMap<object, Set<number>>();

  /** The lowest number that no other window of this backstage has, until `leave` is called. */
  take(backstage: object): { number: number; leave(): void } {
    const taken = this.#taken.get(backstage) ?? new Set();
    this.#taken.set(backstage, taken);
    let number = 1;
    while (taken.has(number)) number += 1;
    taken.add(number);
    return { number, leave: () => taken.delete(number) };
  }
}
