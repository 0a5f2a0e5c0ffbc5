/** What the counter needs of one gift message. */
export interface StreakStep {
  /** The message's running repeat count. */
  repeat: number;
  /** The closing message repeats the final count; it is told apart only by adding nothing new. */
  end: boolean;
  /** Diamonds of this message alone, 0 when it does not say. */
  tickets: number;
  /** Diamonds of one piece. */
  diamonds: number;
  /** From before we listened: `first` at the first connection, `again` after a reconnect. */
  history?: 'first' | 'again' | undefined;
}

export interface StreakAdvance {
  /** Pieces to count now, never negative. */
  add: number;
  /** The mark to remember from now on. */
  seen: number;
  /** The streak was met in its middle: what came before was never delivered to us. */
  joinedLate: boolean;
  /** A message between the last seen one and this one never arrived; the count is right all the same. */
  missedMessage: boolean;
}

/** The identity of a streak: one sender's run of one gift in one room; `groupId` sets two runs apart. */
export function streakKey(roomId: string, userId: string, giftId: number, groupId: string): string {
  return `${roomId}|${userId}|${giftId}|${groupId}`;
}

/**
 * One message of a streak against what was seen of it before (`undefined`: nothing). Counts are running
 * totals, so only what exceeds the mark is new: repeated messages, messages out of order and the closing one
 * add nothing twice, and whatever subset of a streak arrives, its count ends at the highest one in it.
 *
 * Keep the mark after the closing message too, for late and repeated ones.
 */
export function advance(before: number | undefined, gift: StreakStep): StreakAdvance {
  const mark = before ?? 0;
  const step = Math.max(0, gift.repeat - mark);
  const seen = mark + step;
  if (gift.history === 'first') return { add: 0, seen, joinedLate: false, missedMessage: false };
  // A message says in `tickets` how much it brought itself; a jump larger than that had messages before it
  // that we never saw. At the streak's first message that is a late start, later on a hole in its middle.
  const explained = gift.tickets > 0 && gift.tickets >= step * gift.diamonds;
  const met = before !== undefined;
  return {
    add: step,
    seen,
    joinedLate: !met && step > 1 && !explained,
    missedMessage: met && step > 0 && gift.tickets > 0 && !explained,
  };
}

/** How many pieces a gift without a streak is; it counts once per message id. */
export function piecesOf(repeat: number): number {
  return Math.max(1, repeat);
}
