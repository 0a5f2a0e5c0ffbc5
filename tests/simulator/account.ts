import type { LossCause } from '#backstage/rehearsal/platform/script.ts';
import type { ShowEvent } from '#backstage/rehearsal/show/event.ts';
import { Totals, type TotalsResult } from './totals.ts';

export type LostBecause = LossCause | 'dropped';

/** A gift message that nobody will ever have received. */
export interface LostGift {
  msgId: string;
  userId: string;
  giftId: number;
  groupId: string;
  repeat: number;
  end: boolean;
  cause: LostBecause;
}

/** Only so many lost gifts are listed one by one. */
const LISTED = 1000;

/** Keeps the books of a run: what was shown, what of it was delivered, what was lost. */
export class Account {
  readonly #delivered = new Totals();
  readonly #shown = new Totals();
  readonly #lost = new Map<string, { event: ShowEvent; cause: LostBecause }>();

  shown(events: readonly ShowEvent[]): void {
    for (const event of events) this.#shown.add(event);
  }

  delivered(events: readonly ShowEvent[]): void {
    for (const event of events) {
      this.#delivered.add(event);
      this.#lost.delete(event.msgId);
    }
  }

  /** A copy of a delivered message that gets lost takes nothing away. */
  lost(events: readonly ShowEvent[], cause: LostBecause): void {
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

  /** Every lost message counts, gifts are also listed, the first thousand of them. */
  losses(): { lostMessages: number; lost: LostGift[] } {
    const lost: LostGift[] = [];
    for (const { event, cause } of this.#lost.values()) {
      const gift = event.truth;
      if (gift === undefined || lost.length >= LISTED) continue;
      const { userId, giftId, groupId, repeat, end } = gift;
      lost.push({ msgId: event.msgId, userId, giftId, groupId, repeat, end, cause });
    }
    return { lostMessages: this.#lost.size, lost };
  }
}
