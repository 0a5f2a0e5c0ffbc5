import type { GameState } from '#shared/game/fold.ts';
import { serialise } from '#shared/game/serialise.ts';
import type { Journal } from './journal.ts';
import { writeSnapshot, writeSnapshotAside } from './snapshots.ts';

/** The number of inputs between two snapshots. Folding them at a start takes well under a second. */
const SNAPSHOT_EVERY = 50_000;

/** Writes snapshots of a show at intervals, so that opening the show stays fast. */
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

  /** Call it after every batch. Writes one snapshot at a time: a large one may take longer than the next batch. */
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

  /** Writes the last snapshot of a show that is being closed. */
  finish(state: GameState): void {
    this.stop();
    if (state.seq > 0) writeSnapshot(this.#journal, serialise(state));
  }

  stop(): void {
    this.#closed = true;
  }
}
