import { advance, piecesOf, streakKey } from '#shared/game/streaks.ts';
import type { GiftMessage } from '#shared/live/messages.ts';

interface Tally {
  messages: number;
  gifts: number;
  diamonds: number;
  bySenderAndGift: { userId: string; giftId: number; name: string; count: number; diamonds: number }[];
}

/** Counts gift messages by sender and gift. */
export function tally(gifts: readonly GiftMessage[]): Tally {
  const seen = new Map<string, number>();
  const ids = new Set<string>();
  const lines = new Map<string, Tally['bySenderAndGift'][number]>();
  for (const gift of gifts) {
    if (ids.has(gift.msgId)) continue;
    ids.add(gift.msgId);
    let add = piecesOf(gift.repeatCount);
    if (gift.streak) {
      const key = streakKey('room', gift.user.id, gift.giftId, gift.groupId);
      const step = advance(seen.get(key), {
        repeat: gift.repeatCount,
        end: gift.repeatEnd,
        tickets: gift.tickets,
        diamonds: gift.diamonds,
      });
      seen.set(key, step.seen);
      add = step.add;
    }
    const key = `${gift.user.id} ${gift.giftId}`;
    const line = lines.get(key) ?? {
      userId: gift.user.id,
      giftId: gift.giftId,
      name: gift.name,
      count: 0,
      diamonds: 0,
    };
    line.count += add;
    line.diamonds += add * gift.diamonds;
    lines.set(key, line);
  }
  const all = [...lines.values()];
  return {
    messages: gifts.length,
    gifts: all.reduce((sum, line) => sum + line.count, 0),
    diamonds: all.reduce((sum, line) => sum + line.diamonds, 0),
    bySenderAndGift: all,
  };
}
