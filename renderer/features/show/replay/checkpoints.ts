import type { LedgerRow } from '#shared/contract/ledger.ts';
import type { Snapshot } from '#shared/contract/snapshot.ts';
import { restore, serialise } from '#shared/game/serialise.ts';
import type { GameState } from '#shared/game/state.ts';
import type { ReplayLedger } from './replayLedger.ts';

/** States that are kept; of a long show every second one is let go when there are more. */
const MOST = 40;
/** Inputs between two of them at first. */
const FIRST_STEP = 5000;

export interface Checkpoint {
  seq: number;
  /** The time of its last input (ms). */
  at: number;
  rows: LedgerRow[];
  /** A state of its own, to be folded on. */
  restore(): GameState;
}

/** States of a show on the way through it, so that going back does not begin at the beginning. */
export class Checkpoints {
  #step = FIRST_STEP;
  #kept: (Omit<Checkpoint, 'restore'> & { snapshot: Snapshot })[] = [];

  /** To be called after every input. */
  take(state: GameState, ledger: ReplayLedger, at: number): void {
    const last = this.#kept.at(-1)?.seq ?? 0;
    if (state.seq < last + this.#step) return;
    this.#kept.push({ seq: state.seq, at, rows: ledger.rows, snapshot: serialise(state) });
    if (this.#kept.length <= MOST) return;
    this.#kept = this.#kept.filter((_, index) => index % 2 === 1);
    this.#step *= 2;
  }

  /** The newest one at or before a moment; null when there is none. */
  before(at: number): Checkpoint | null {
    const found = this.#kept.findLast((one) => one.at <= at);
    if (found === undefined) return null;
    const { seq, rows, snapshot } = found;
    return { seq, at: found.at, rows, restore: () => restore(snapshot) };
  }
}
