import type { ShowEvent } from '../show/event.ts';

/** Beyond this number the oldest unacknowledged message is not sent again. */
const MOST_UNACKED = 100_000;
const KEPT_ACKED = 12;

/**
 * What a client has received and acknowledged, over all its connections. Unacknowledged messages are sent again, so a
 * client that acknowledges only what it has stored can be killed at any moment without a loss.
 */
export class Deliveries {
  /** Whether a client has entered the room with this record before. */
  begun = false;
  readonly #unacked = new Map<string, ShowEvent>();
  #acked: ShowEvent[] = [];

  get unackedCount(): number {
    return this.#unacked.size;
  }

  sent(events: readonly ShowEvent[]): void {
    for (const event of events) this.#unacked.set(event.msgId, event);
    for (const msgId of this.#unacked.keys()) {
      if (this.#unacked.size <= MOST_UNACKED) break;
      this.#unacked.delete(msgId);
    }
  }

  acked(events: readonly ShowEvent[]): void {
    const ids = new Set(events.map((event) => event.msgId));
    for (const msgId of ids) this.#unacked.delete(msgId);
    const before = this.#acked.filter((event) => !ids.has(event.msgId));
    this.#acked = [...before, ...events].slice(-KEPT_ACKED);
  }

  /**
   * The history for a new connection: the last acknowledged messages, which the client must recognise, then all
   * unacknowledged ones that are not on their way over another connection.
   */
  replay(onTheWay: ReadonlySet<string>, acknowledged: number): ShowEvent[] {
    const again = acknowledged > 0 ? this.#acked.slice(-acknowledged) : [];
    const missing = [...this.#unacked.values()].filter((event) => !onTheWay.has(event.msgId));
    const known = new Set(missing.map((event) => event.msgId));
    return [...again.filter((event) => !known.has(event.msgId)), ...missing];
  }
}
