import type { GapInput, RoomInput } from '../contract/input.ts';
import type { Dance, Fate, Playing } from '../contract/round.ts';
import type { FormerAnchor, GiftTally, Streak, StreakPart, Tally, Viewer } from '../contract/snapshot.ts';
import type { TargetTally } from './tally.ts';

/*
 * Copies with a fixed order of fields. Equal states must serialise to equal bytes, even if the fields of their inputs
 * were in different orders.
 */

export function copyTally(tally: Tally): Tally {
  return { count: tally.count, diamonds: tally.diamonds, votesTenths: tally.votesTenths };
}

export function copyTargetTally(tally: TargetTally): TargetTally {
  return {
    count: tally.count,
    diamonds: tally.diamonds,
    votesTenths: tally.votesTenths,
    rows: tally.rows,
  };
}

export function copyViewer(viewer: Viewer): Viewer {
  return {
    id: viewer.id,
    name: viewer.name,
    username: viewer.username,
    firstAt: viewer.firstAt,
    lastAt: viewer.lastAt,
    count: viewer.count,
    diamonds: viewer.diamonds,
    votesTenths: viewer.votesTenths,
    manual: viewer.manual,
    pinned: viewer.pinned,
    automatic: viewer.automatic,
    round: viewer.round,
    roundCount: viewer.roundCount,
    roundVotesTenths: viewer.roundVotesTenths,
  };
}

export function copyGift(gift: GiftTally): GiftTally {
  return {
    id: gift.id,
    name: gift.name,
    unitDiamonds: gift.unitDiamonds,
    count: gift.count,
    diamonds: gift.diamonds,
    votesTenths: gift.votesTenths,
  };
}

export function copyStreak(streak: Streak): Streak {
  return {
    key: streak.key,
    seen: streak.seen,
    touchedAt: streak.touchedAt,
    ...copyPart(streak),
    unit: streak.unit,
    earlier: streak.earlier === null ? null : streak.earlier.map(copyPart),
    closedAt: streak.closedAt,
  };
}

/** Copies the part's own fields; for a streak, those of its growing row. */
export function copyPart(part: StreakPart): StreakPart {
  return {
    rowId: part.rowId,
    from: part.from,
    sentAt: part.sentAt,
    autoTarget: part.autoTarget,
    autoReason: part.autoReason,
    corrected: part.corrected,
    round: part.round,
    late: part.late,
    placed: part.placed && { round: part.placed.round, late: part.placed.late },
  };
}

export function copyRoom(room: RoomInput): RoomInput {
  return {
    kind: 'room',
    at: room.at,
    username: room.username,
    roomId: room.roomId,
    ownerId: room.ownerId,
    title: room.title,
  };
}

export function copyFormer({ id, nickname, username, avatar, gift }: FormerAnchor): FormerAnchor {
  return { id, nickname, username, avatar, gift: gift && { ids: [...gift.ids] } };
}

export function copyGap(gap: GapInput): GapInput {
  return {
    kind: 'gap',
    at: gap.at,
    cause: gap.cause,
    from: gap.from,
    until: gap.until,
    detail: gap.detail,
  };
}

export function copyFate({ anchorId, streak, out }: Fate): Fate {
  return {
    anchorId,
    streak,
    out: out && { round: out.round, streak: out.streak, byRule: out.byRule, final: out.final },
  };
}

export function copyPlaying(playing: Playing | null): Playing | null {
  if (playing === null) return null;
  const { length, ran, since } = playing.countdown;
  return { dance: copyDance(playing.dance), countdown: { length, ran, since } };
}

export function copyDance({ id, entryId, viewerId, at, times }: Dance): Dance {
  return { id, entryId, viewerId, at, times };
}
