/** The fields of a gift message that the counter uses. */
export interface StreakStep {
  /** The message's running repeat count. */
  repeat: number;
  /** Whether this is the closing message, which repeats the final count and adds nothing. */
  end: boolean;
  /** Diamonds of this message alone; 0 if absent. */
  tickets: number;
  /** Diamonds of one piece. */
  diamonds: number;
  /** From before Ringside connected: `first` on the first connection, `again` after a reconnect. */
  history?: 'first' | 'again' | undefined;
}

/** The effect of one message of a streak. */
export interface StreakAdvance {
  /** Number of new pieces, at least 0. */
  add: number;
  /** The highest count so far, the `before` of the next message. */
  seen: number;
  /** The start of the streak was not received. */
  joinedLate: boolean;
  /** A message of the streak was missed. The count is correct nevertheless. */
  missedMessage: boolean;
}

/** The key of a streak: one sender's run of one gift in one room. `groupId` distinguishes two such runs. */
export function streakKey(roomId: string, userId: string, giftId: number, groupId: string): string {
  return `${roomId}|${userId}|${giftId}|${groupId}`;
}

/**
 * Computes the new pieces of a streak's message. `before` is the highest count so far, undefined for none. Counts are
 * running totals, so only the part above `before` is new. Repeats, late messages and the closing message add nothing
 * twice. The sum of a streak therefore equals the highest count that was received.
 *
 * Keep the result's `seen` after the closing message, for late messages and repeats.
 */
export function advance(before: number | undefined, gift: StreakStep): StreakAdvance {
  const mark = before ?? 0;
  const step = Math.max(0, gift.repeat - mark);
  const seen = mark + step;
  if (gift.history === 'first') return { add: 0, seen, joinedLate: false, missedMessage: false };
  // `tickets` are the diamonds of this message alone. A larger step of the count means that earlier messages were
  // missed: the start of the streak, or a part of its middle.
  const explained = gift.tickets > 0 && gift.tickets >= step * gift.diamonds;
  const met = before !== undefined;
  return {
    add: step,
    seen,
    joinedLate: !met && step > 1 && !explained,
    missedMessage: met && step > 0 && gift.tickets > 0 && !explained,
  };
}

/** Number of pieces of a gift without a streak. Count it once per message id. */
export function piecesOf(repeat: number): number {
  return Math.max(1, repeat);
}
