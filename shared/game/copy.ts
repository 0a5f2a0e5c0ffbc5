import type { GapInput, RoomInput } from '../contract/input.ts';
import type { Countdown, Dance, Fall, Fate, Playing, SideSums, StoredRound } from '../contract/round.ts';
import type { FormerAnchor, GiftTally, Streak, StreakPart, Tally, Viewer } from '../contract/snapshot.ts';
import { type Round, sidesOf } from './round/round.ts';
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

/** Copies the round to plain data. Targets are sorted by name, because corrections change their order in the map. */
export function storeRound(round: Round): StoredRound {
  const targets: StoredRound['targets'] = Array.from(round.targets, ([target, tally]) => [
    target,
    { ...tally },
  ]);
  return { ...copy(round), targets: targets.sort(([a], [b]) => (a < b ? -1 : 1)) };
}

export function restoreRound(stored: StoredRound): Round {
  return {
    ...copy(stored),
    targets: new Map(stored.targets.map(([target, tally]) => [target, { ...tally }])),
    sideOf: sidesOf(stored.kind, stored.attacker.anchors, stored.defender.anchors),
    moved: null,
  };
}

/** Copies everything that the fold changes, in a fixed order of fields. The rules are shared: they never change. */
function copy(round: Omit<StoredRound, 'targets'>): Omit<StoredRound, 'targets'> {
  return {
    id: round.id,
    number: round.number,
    kind: round.kind,
    phase: round.phase,
    rules: round.rules,
    anchors: [...round.anchors],
    attacker: copySums(round.attacker),
    defender: copySums(round.defender),
    preparedAt: round.preparedAt,
    startedAt: round.startedAt,
    endedAt: round.endedAt,
    settledAt: round.settledAt,
    countdown: copyCountdown(round.countdown),
    grace: copyCountdown(round.grace),
    spans: round.spans.map(([from, until]) => [from, until]),
    late: { ...round.late },
    accepted: { ...round.accepted },
    ticked: round.ticked,
    falls: round.falls.map(copyFall),
    through: round.through.map(({ scorer, lostTenths }) => ({ scorer, lostTenths })),
    effect: { side: round.effect.side, level: round.effect.level },
    gaps: round.gaps.map(copyGap),
    gapCount: round.gapCount,
    streaks: round.streaks.map(({ anchorId, streak }) => ({ anchorId, streak })),
    // A settlement is replaced, never changed.
    settlement: round.settlement,
    tieDecision: round.tieDecision && { anchorId: round.tieDecision.anchorId },
    settlements: round.settlements,
    targetTenths: round.targetTenths,
    pledgedTenths: round.pledgedTenths,
    wasOut: round.wasOut,
  };
}

function copyFall({ anchorId, idleSince, lostTenths, fellSeq, freshTenths, grown, moved }: Fall): Fall {
  return {
    anchorId,
    idleSince,
    lostTenths,
    fellSeq,
    freshTenths,
    grown: grown.map((row) => ({ ...row })),
    moved: moved.map((row) => ({ ...row })),
  };
}

function copySums({ anchors, count, diamonds, votesTenths }: SideSums): SideSums {
  return { count, diamonds, votesTenths, anchors: [...anchors] };
}

function copyCountdown({ length, ran, since }: Countdown): Countdown {
  return { length, ran, since };
}
