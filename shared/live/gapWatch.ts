import type { Gap } from './clientTypes.ts';

/** One interruption, however many tries it takes to end it: the first cause and the earliest moment stand. */
export class GapWatch {
  readonly #onGap: (gap: Gap) => void;
  #current: Pick<Gap, 'cause' | 'from'> | undefined;

  constructor(onGap: (gap: Gap) => void) {
    this.#onGap = onGap;
  }

  get open(): boolean {
    return this.#current !== undefined;
  }

  begin(cause: Gap['cause'], from: number): void {
    this.#current ??= { cause, from };
  }

  close(until: number): void {
    const gap = this.#current;
    this.#current = undefined;
    if (gap !== undefined) this.#onGap({ ...gap, until, detail: '' });
  }
}
