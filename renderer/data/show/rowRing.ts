import type { LedgerRow } from '#shared/contract/ledger.ts';
import type { FoldSink, RowGrowth, RowMove } from '#shared/game/state.ts';

/** What happened to a ledger row, by the sequence number of the input that did it. */
export type RowEvent =
  | { kind: 'opened'; seq: number; row: LedgerRow }
  | { kind: 'grew'; seq: number; growth: RowGrowth }
  | { kind: 'moved'; seq: number; move: RowMove };

/** Enough for some seconds of the busiest room: as long as a page of the ledger may be on its way. */
const KEPT = 8_192;

/** The newest row events, oldest first. It is the fold's sink; `takeNew` hands over what came since the last one. */
export class RowRing implements FoldSink {
  #events: RowEvent[] = [];
  #taken = 0;
  /** Every event with a higher sequence number than this is here. */
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

  /** Events since the last call. */
  takeNew(): RowEvent[] {
    const fresh = this.#events.slice(this.#taken);
    if (this.#events.length > KEPT * 2) {
      const dropped = this.#events.splice(0, this.#events.length - KEPT);
      this.#completeFrom = dropped.at(-1)?.seq ?? this.#completeFrom;
    }
    this.#taken = this.#events.length;
    return fresh;
  }

  /** Every event after `seq`, or null when the ring no longer reaches back that far. */
  since(seq: number): RowEvent[] | null {
    if (seq < this.#completeFrom) return null;
    return this.#events.filter((event) => event.seq > seq);
  }

  /** Forgets everything: the state was set to `seq` by a snapshot. */
  reset(seq: number): void {
    this.#events = [];
    this.#taken = 0;
    this.#completeFrom = seq;
  }
}
