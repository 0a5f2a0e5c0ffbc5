import type { LedgerRow } from '#shared/contract/ledger.ts';
import type { FoldSink, RowGrowth, RowMove } from '#shared/game/state.ts';

/** A change of a ledger row. `seq` is the number of the input that caused it. */
export type RowEvent =
  | { kind: 'opened'; seq: number; row: LedgerRow }
  | { kind: 'grew'; seq: number; growth: RowGrowth }
  | { kind: 'moved'; seq: number; move: RowMove };

/** The number of stored events: some seconds of the busiest room, longer than loading a page of the ledger takes. */
const KEPT = 8_192;

/**
 * Stores the newest row events, oldest first. The fold writes to it; `takeNew` returns the events since its last call.
 */
export class RowRing implements FoldSink {
  #events: RowEvent[] = [];
  #taken = 0;
  /** All events with a higher `seq` are stored. */
  #completeFrom = 0;

  opened(row: LedgerRow): void {
    this.#events.push({ kind: 'opened', seq: row.seq, row });
  }

  grew(growth: RowGrowth): void {
    this.#events.push({ kind: 'grew', seq: growth.seq, growth });
  }

  moved(move: RowMove): void {
    this.#events.push({ kind: 'moved', seq: move.seq, move });
  }

  /** Returns the events since the last call. */
  takeNew(): RowEvent[] {
    const fresh = this.#events.slice(this.#taken);
    if (this.#events.length > KEPT * 2) {
      const dropped = this.#events.splice(0, this.#events.length - KEPT);
      this.#completeFrom = dropped.at(-1)?.seq ?? this.#completeFrom;
    }
    this.#taken = this.#events.length;
    return fresh;
  }

  /** Returns the events after `seq`; null if some of them are no longer stored. */
  since(seq: number): RowEvent[] | null {
    if (seq < this.#completeFrom) return null;
    return this.#events.filter((event) => event.seq > seq);
  }

  /** Removes all events, because a snapshot has set the state to `seq`. */
  reset(seq: number): void {
    this.#events = [];
    this.#taken = 0;
    this.#completeFrom = seq;
  }
}
