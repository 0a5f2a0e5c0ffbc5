import type { ShowEvent } from '#backstage/rehearsal/show/event.ts';

export interface SenderAndGift {
  userId: string;
  giftId: number;
  name: string;
  count: number;
  diamonds: number;
}

/** The sums of a set of messages. */
export interface TotalsResult {
  /** Different gift messages. */
  messages: number;
  /** Different messages of every kind. */
  allMessages: number;
  gifts: number;
  diamonds: number;
  /** In order of first appearance. */
  bySenderAndGift: SenderAndGift[];
}

/**
 * The correct count of delivered messages, from the contents that the simulator gave them. A streak counts with its
 * highest total, in any order and with any missing messages. Any other gift counts its pieces once per message. Shares
 * no code with the product's count, which tests compare with it.
 */
export class Totals {
  readonly #messages = new Set<string>();
  readonly #streaks = new Map<string, number>();
  readonly #entries = new Map<string, SenderAndGift>();
  #giftMessages = 0;

  has(msgId: string): boolean {
    return this.#messages.has(msgId);
  }

  add(event: ShowEvent): void {
    if (this.#messages.has(event.msgId)) return;
    this.#messages.add(event.msgId);
    const gift = event.gift;
    if (gift === undefined) return;
    this.#giftMessages++;
    let pieces = Math.max(1, gift.repeat);
    if (gift.streak) {
      const key = `${gift.userId} ${gift.giftId} ${gift.groupId}`;
      const before = this.#streaks.get(key) ?? 0;
      pieces = Math.max(0, gift.repeat - before);
      this.#streaks.set(key, before + pieces);
    }
    const key = `${gift.userId} ${gift.giftId}`;
    let entry = this.#entries.get(key);
    if (entry === undefined) {
      entry = { userId: gift.userId, giftId: gift.giftId, name: gift.name, count: 0, diamonds: 0 };
      this.#entries.set(key, entry);
    }
    entry.count += pieces;
    entry.diamonds += pieces * gift.diamonds;
  }

  result(): TotalsResult {
    const bySenderAndGift = [...this.#entries.values()]
      .filter((entry) => entry.count > 0)
      .map((entry) => ({ ...entry }));
    let gifts = 0;
    let diamonds = 0;
    for (const entry of bySenderAndGift) {
      gifts += entry.count;
      diamonds += entry.diamonds;
    }
    return {
      messages: this.#giftMessages,
      allMessages: this.#messages.size,
      gifts,
      diamonds,
      bySenderAndGift,
    };
  }
}
