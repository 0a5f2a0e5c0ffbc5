import type { GiftInput } from '../contract/input.ts';
import type { Place } from '../contract/ledger.ts';
import type { Streak, StreakPart } from '../contract/snapshot.ts';
import { streakKey } from '../live/streaks.ts';
import { copyPart } from './copy.ts';
import type { GameState, KnownViewer } from './state.ts';

/** The streak that a message belongs to, begun where there is none, and the viewer's short cut to it. */
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

/** The parts of a remembered streak that are in this row; none when the row is not remembered. */
export function partsOf(
  state: GameState,
  { streakKey, rowId }: { streakKey: string; rowId: number },
): StreakPart[] {
  const streak = streakKey === '' ? undefined : state.streaks.get(streakKey);
  if (streak === undefined) return [];
  return [streak, ...(streak.earlier ?? [])].filter((part) => part.rowId === rowId);
}

/** Where the pieces of a part count: an operator's word comes before the rules. */
export function placeOfPart(part: StreakPart): Place {
  return part.placed ?? part;
}

/** Lets what a streak still brings to the row count where the row counts now. */
export function placePart(part: StreakPart, { round, late }: Place): void {
  part.placed = part.round === round && part.late === late ? null : { round, late };
}

/** Parts of a streak that are remembered beside the growing one. */
const EARLIER_PARTS = 16;

/** Begins a new part of a streak after the pieces up to `from`; the former one stays known. */
export function beginPart(streak: Streak, from: number): void {
  if (streak.rowId !== 0) insertPart(streak, streak.earlier?.length ?? 0, copyPart(streak));
  streak.from = from;
}

/** Puts a part before the one that stands at `index` among the earlier ones. */
export function insertPart(streak: Streak, index: number, part: StreakPart): void {
  streak.earlier ??= [];
  streak.earlier.splice(index, 0, part);
  if (streak.earlier.length > EARLIER_PARTS) streak.earlier.shift();
}

/** What was counted so far stays in its rows, whatever message still comes. */
export function keepParts(streak: Streak): void {
  streak.earlier = null;
  streak.from = Math.max(0, streak.seen);
}

/** Stands in `seen` only between the first meeting of a streak and the counting of that same message. */
const UNSEEN = -1;

/**
 * How many pieces of its run have been seen before this message; undefined for none. Runs of one gift are told
 * apart by their group. Without a group a run ends with its closing message, and what was sent after that is
 * another one; what was sent before it is a late part of the same.
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
