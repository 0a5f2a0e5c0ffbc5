import { join } from 'node:path';
import type { StoredInput } from '#shared/contract/backstage.ts';
import { type Learned, learn, noneLearned, parseLearned, storeLearned } from '#shared/gifts/learned.ts';
import type { Clock } from '../clock.ts';
import { readStored, type StoredShape, writeStored } from './storedFile.ts';

/** New gifts come rarely, and together: they are written a moment later, once. */
const WRITE_AFTER = 5000;

/** The learned gifts have a version of their own inside, which `parseLearned` knows. */
const learnedShape: StoredShape<Learned> = {
  migrations: [],
  read(content) {
    const { gifts, problem } = parseLearned(content);
    return { value: gifts, dropped: problem === undefined ? 0 : 1 };
  },
};

/** The gifts that the catalogue does not know, as shows have met them. */
export class LearnedStore {
  readonly #path: string;
  readonly #clock: Clock;
  readonly #log: (message: string, error: unknown) => void;
  #learned: Learned;
  #cancel: (() => void) | null = null;

  constructor(dataDir: string, clock: Clock, log: (message: string, error: unknown) => void) {
    this.#path = join(dataDir, 'learned.json');
    this.#clock = clock;
    this.#log = log;
    this.#learned = readStored(this.#path, learnedShape, clock.now()).value ?? noneLearned;
  }

  get known(): Learned {
    return this.#learned;
  }

  take(inputs: readonly StoredInput[]): void {
    const before = this.#learned;
    for (const { input } of inputs) {
      if (input.kind !== 'gift') continue;
      const { giftId: id, giftName: name, diamonds, streak } = input;
      this.#learned = learn(this.#learned, { id, name, diamonds, streak });
    }
    if (this.#learned !== before) this.#cancel ??= this.#clock.after(WRITE_AFTER, () => this.write());
  }

  /** Writes what is new. That it cannot costs nothing but to learn again. */
  write(): void {
    if (this.#cancel === null) return;
    this.#cancel();
    this.#cancel = null;
    try {
      writeStored(this.#path, learnedShape, storeLearned(this.#learned));
    } catch (error) {
      this.#log('the learned gifts cannot be written', error);
    }
  }
}
