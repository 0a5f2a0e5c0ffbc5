import { readFacts, type ShowFacts, writeFacts } from './facts.ts';

/** The facts of the show that is open. They hold at once; a disk that does not take them gets them later. */
export class FactsFile {
  readonly #folder: string;
  readonly #log: (message: string, error: unknown) => void;
  #facts: ShowFacts;
  #kept = true;

  /** `begun`: the facts of a show that begins. @throws RingsideError when those cannot be written. */
  constructor(
    folder: string,
    now: number,
    begun: ShowFacts | undefined,
    log: (message: string, error: unknown) => void,
  ) {
    if (begun !== undefined) writeFacts(folder, begun);
    this.#folder = folder;
    this.#facts = begun ?? readFacts(folder, now);
    this.#log = log;
  }

  get facts(): ShowFacts {
    return this.#facts;
  }

  set(facts: ShowFacts): void {
    this.#facts = facts;
    this.#kept = false;
    this.keep();
  }

  /** Writes what could not be written before. */
  keep(): void {
    if (this.#kept) return;
    try {
      writeFacts(this.#folder, this.#facts);
      this.#kept = true;
    } catch (error) {
      this.#log('the facts of the show cannot be written yet', error);
    }
  }
}
