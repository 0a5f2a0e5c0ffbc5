import type { GiftInput } from '../contract/input.ts';
import type { Place } from '../contract/ledger.ts';
import type { Streak, StreakPart } from '../contract/snapshot.ts';
import { copyPart } from './copy.ts';
import type { GameState, KnownViewer } from './state.ts';

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

/** Finds or creates the streak of a message, and caches it on the viewer. */
export function streakOf(state: GameState, viewer: KnownViewer | undefined, gift: GiftInput): Streak {
  const roomId = state.room === null ? '' : state.room.roomId;
  const key = streakKey(roomId, gift.user.id, gift.giftId, gift.group);
  let streak = state.streaks.get(key);
  if (streak === undefined) {
    streak = {
      key,
      seen: UNSEEN,
      touchedAt: 0,
      rowId: 0,
      from: 0,
      sentAt: 0,
      unit: 0,
      earlier: null,
      autoTarget: 'unallocated',
      autoReason: 'unbound',
      corrected: null,
      round: 0,
      late: 'no',
      placed: null,
      closedAt: 0,
    };
    state.streaks.set(key, streak);
  }
  if (viewer !== undefined) {
    viewer.recent = streak;
    viewer.recentGiftId = gift.giftId;
    viewer.recentGroup = gift.group;
  }
  return streak;
}

/** The parts of a streak that are in this row; empty if the state no longer holds the streak. */
export function partsOf(
  state: GameState,
  { streakKey, rowId }: { streakKey: string; rowId: number },
): StreakPart[] {
  const streak = streakKey === '' ? undefined : state.streaks.get(streakKey);
  if (streak === undefined) return [];
  return [streak, ...(streak.earlier ?? [])].filter((part) => part.rowId === rowId);
}

/** Where the pieces of a part count: an operator's correction overrides the rules. */
export function placeOfPart(part: StreakPart): Place {
  return part.placed ?? part;
}

/** Makes later pieces of the streak count where an operator moved the row. */
export function placePart(part: StreakPart, { round, late }: Place): void {
  part.placed = part.round === round && part.late === late ? null : { round, late };
}

/** Maximum number of stored parts of a streak besides the growing one. */
const EARLIER_PARTS = 16;

/** Begins a new part of a streak after its first `from` pieces, and stores the former part. */
export function beginPart(streak: Streak, from: number): void {
  if (streak.rowId !== 0) insertPart(streak, streak.earlier?.length ?? 0, copyPart(streak));
  streak.from = from;
}

/** Inserts a part at `index` of the earlier parts. */
export function insertPart(streak: Streak, index: number, part: StreakPart): void {
  streak.earlier ??= [];
  streak.earlier.splice(index, 0, part);
  if (streak.earlier.length > EARLIER_PARTS) streak.earlier.shift();
}

/** Drops the earlier parts, so that no later message can move pieces that are already counted. */
export function forgetParts(streak: Streak): void {
  streak.earlier = null;
  streak.from = Math.max(0, streak.seen);
}

/** The value of `seen` in a new streak, until its first message is counted. */
const UNSEEN = -1;

/**
 * The number of pieces that arrived before this message; undefined if it is the streak's first.
 *
 * The group id separates two streaks of one gift. Without a group id the closing message ends a streak: a message sent
 * later belongs to a new streak, one sent earlier is a late message of the same.
 */
export function seenOf(streak: Streak, gift: GiftInput): number | undefined {
  const sentAt = gift.sentAt > 0 ? gift.sentAt : gift.at;
  if (streak.closedAt !== 0 && sentAt > streak.closedAt) {
    streak.seen = UNSEEN;
    streak.rowId = 0;
    streak.corrected = null;
    streak.placed = null;
    streak.earlier = null;
    streak.closedAt = 0;
  }
  if (gift.end && gift.group === '') streak.closedAt = Math.max(streak.closedAt, sentAt);
  return streak.seen === UNSEEN ? undefined : streak.seen;
}
