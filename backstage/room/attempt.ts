import type { Problem } from '#shared/contract/error.ts';
import { RingsideError } from '#shared/contract/error.ts';

/** What a caller of `room.open` waits for: the first room that is found, or the first reason why not. */
export class Attempt {
  readonly result: Promise<void>;
  #resolve: () => void = () => {};
  #reject: (error: RingsideError) => void = () => {};
  #settled = false;

  constructor() {
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // Nobody may be waiting: a show that is resumed opens its room by itself.
    this.result.catch(() => {});
  }

  get settled(): boolean {
    return this.#settled;
  }

  succeed(): void {
    this.#settled = true;
    this.#resolve();
  }

  fail(problem: Problem): void {
    this.#settled = true;
    this.#reject(new RingsideError(problem.code, problem.params));
  }
}
