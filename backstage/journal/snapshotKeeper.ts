import type { GameState } from '#shared/game/fold.ts';
import { serialise } from '#shared/game/serialise.ts';
import type { Journal } from './journal.ts';
import { writeSnapshot, writeSnapshotAside } from './snapshots.ts';

/** Inputs between two snapshots: folding so many again at a start takes well under a second. */
const SNAPSHOT_EVERY = 50_000;

/** Writes a snapshot of a show every so often, so that opening it again never takes long. */
export class SnapshotKeeper {
  readonly #journal: Journal;
  readonly #log: (message: string, error: unknown) => void;
  #lastSeq: number;
  #writing: Promise<void> | null = null;
  #closed = false;

  constructor(journal: Journal, seq: number, log: (message: string, error: unknown) => void) {
    this.#journal = journal;
    this.#lastSeq = seq;
    this.#log = log;
  }

  /** To be called after every batch. One is written at a time: a large one may take longer than the next batch. */
  follow(state: GameState): void {
    if (this.#writing !== null || state.seq - this.#lastSeq < SNAPSHOT_EVERY) return;
    this.#lastSeq = state.seq;
    this.#writing = writeSnapshotAside(this.#journal, serialise(state), () => !this.#closed)
      .catch((error: unknown) => this.#log('a snapshot could not be written', error))
      .finally(() => {
        this.#writing = null;
      });
  }

  /** Resolves once no snapshot is being written. */
  async settled(): Promise<void> {
    await this.#writing;
  }

  /** The last one, of a show that is being closed. */
  finish(state: GameState): void {
    this.stop();
    if (state.seq > 0) writeSnapshot(this.#journal, serialise(state));
  }

  /** Nothing is written from now on. */
  stop(): void {
    this.#closed = true;
  }
}
