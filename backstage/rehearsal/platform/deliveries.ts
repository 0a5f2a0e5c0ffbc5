import type { ShowEvent } from '../show/event.ts';

/** Beyond this many, the oldest message that nobody acknowledged is no longer offered again. */
const MOST_UNACKED = 100_000;
const KEPT_ACKED = 12;

/**
 * What one client has been sent and has acknowledged, over all its connections. A client that acknowledges
 * only what it has stored can be killed at any moment and loses nothing: what it had not acknowledged comes
 * again.
 */
export class Deliveries {
  readonly #unacked = new Map<string, ShowEvent>();
  #acked: ShowEvent[] = [];

  get unackedCount(): number {
    return this.#unacked.size;
  }

  sent(events: readonly ShowEvent[]): void {
    for (const event of events) this.#unacked.set(event.msgId, event);
    if (this.#unacked.size <= MOST_UNACKED) return;
    for (const msgId of this.#unacked.keys()) {
      this.#unacked.delete(msgId);
      if (this.#unacked.size <= MOST_UNACKED) break;
    }
  }

  acked(events: readonly ShowEvent[]): void {
    const ids = new Set(events.map((event) => event.msgId));
    for (const msgId of ids) this.#unacked.delete(msgId);
    const before = this.#acked.filter((event) => !ids.has(event.msgId));
    this.#acked = [...before, ...events].slice(-KEPT_ACKED);
  }

  /**
   * What a new connection receives as history: the last few acknowledged messages, which the client must
   * recognise, then all that were not acknowledged and are not on their way over another connection.
   */
  replay(onTheWay: ReadonlySet<string>, acknowledged: number): ShowEvent[] {
    const again = acknowledged > 0 ? this.#acked.slice(-acknowledged) : [];
    const missing = [...this.#unacked.values()].filter((event) => !onTheWay.has(event.msgId));
    const known = new Set(missing.map((event) => event.msgId));
    return [...again.filter((event) => !known.has(event.msgId)), ...missing];
  }
}
