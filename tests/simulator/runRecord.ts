import type { ShowEvent } from '#backstage/rehearsal/show/event.ts';
import { Totals, type TotalsResult } from './totals.ts';

/** Why a message was not delivered. `dropped`: by the simulator before it was framed. */
type LossCause = 'nobodyConnected' | 'swallowed' | 'damaged' | 'dropped';

/** A gift message that no client received. */
export interface LostGift {
  msgId: string;
  userId: string;
  giftId: number;
  groupId: string;
  repeat: number;
  end: boolean;
  cause: LossCause;
}

/** Most lost gifts in the list. */
const LISTED = 1000;

/** The record of a run: which messages were shown, delivered and lost. */
export class RunRecord {
  readonly #delivered = new Totals();
  readonly #shown = new Totals();
  readonly #lost = new Map<string, { event: ShowEvent; cause: LossCause }>();

  shown(events: readonly ShowEvent[]): void {
    for (const event of events) this.#shown.add(event);
  }

  delivered(events: readonly ShowEvent[]): void {
    for (const event of events) {
      this.#delivered.add(event);
      this.#lost.delete(event.msgId);
    }
  }

  /** Ignores the lost copy of a delivered message. */
  lost(events: readonly ShowEvent[], cause: LossCause): void {
    for (const event of events) {
      if (!this.#delivered.has(event.msgId)) this.#lost.set(event.msgId, { event, cause });
    }
  }

  deliveredTotals(): TotalsResult {
    return this.#delivered.result();
  }

  shownTotals(): TotalsResult {
    return this.#shown.result();
  }

  /** The number of lost messages, and the first thousand lost gifts. */
  losses(): { lostMessages: number; lost: LostGift[] } {
    const lost: LostGift[] = [];
    for (const { event, cause } of this.#lost.values()) {
      const gift = event.gift;
      if (gift === undefined || lost.length >= LISTED) continue;
      const { userId, giftId, groupId, repeat, end } = gift;
      lost.push({ msgId: event.msgId, userId, giftId, groupId, repeat, end, cause });
    }
    return { lostMessages: this.#lost.size, lost };
  }
}
