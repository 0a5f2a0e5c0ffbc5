import { join } from 'node:path';
import type { StoredInput } from '#shared/contract/backstage.ts';
import { type Learned, learn, noneLearned, parseLearned, storeLearned } from '#shared/gifts/learned.ts';
import type { Clock } from '../clock.ts';
import { readStored, type StoredShape, writeStored } from './storedFile.ts';

/** The delay of a write (ms): new gifts are rare but arrive together, so one write stores several. */
const WRITE_AFTER = 5000;

/** The content has its own version, which `parseLearned` reads. */
export const learnedShape: StoredShape<Learned> = {
  migrations: [],
  read(content) {
    const { gifts, problem } = parseLearned(content);
    return { value: gifts, dropped: problem === undefined ? 0 : 1 };
  },
};

/** Stores gifts that the catalogue does not contain, as they arrived in shows. */
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

  /** Reads the file again, after an import has written it. Call `write` before the import. */
  reload(): void {
    this.#learned = readStored(this.#path, learnedShape, this.#clock.now()).value ?? noneLearned;
  }

  get known(): Learned {
    return this.#learned;
  }

  /** Learns unknown gifts from stored inputs. */
  receive(inputs: readonly StoredInput[]): void {
    const before = this.#learned;
    for (const { input } of inputs) {
      if (input.kind !== 'gift') continue;
      const { giftId: id, giftName: name, diamonds, streak } = input;
      this.#learned = learn(this.#learned, { id, name, diamonds, streak });
    }
    if (this.#learned !== before) this.#cancel ??= this.#clock.after(WRITE_AFTER, () => this.write());
  }

  /** Writes new gifts. If that fails, the gifts are learned again later. */
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
