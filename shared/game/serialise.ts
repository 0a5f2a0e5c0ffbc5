import type { GapInput, RoomInput } from '../contract/input.ts';
import type { Target } from '../contract/ledger.ts';
import {
  type GiftTally,
  SNAPSHOT_VERSION,
  type Snapshot,
  type Streak,
  type Tally,
  type Viewer,
} from '../contract/snapshot.ts';
import { createState, type GameState, type TargetTally } from './state.ts';
import { buildTable } from './table.ts';

/*
 * Every object that the fold goes on changing is copied, field by field: equal states must give equal bytes
 * whatever order the fields of an input came in. The preset is never changed, so it is handed on as it is.
 */

/** The whole state as plain data of its own. Equal states give equal JSON, byte for byte. */
export function serialise(state: GameState): Snapshot {
  return {
    version: SNAPSHOT_VERSION,
    seq: state.seq,
    status: state.status,
    startedAt: state.startedAt,
    endedAt: state.endedAt,
    room: state.room === null ? null : copyRoom(state.room),
    preset: state.preset,
    suspended: state.suspended,
    viewers: Array.from(state.viewers.values(), copyViewer),
    gifts: Array.from(state.gifts.values(), copyGift),
    streaks: Array.from(state.streaks.values(), copyStreak),
    targets: copyTargets(state.targets),
    seen: copyTally(state.seen),
    gaps: state.gaps.map(copyGap),
    gapCount: state.gapCount,
    corrections: state.corrections,
  };
}

/** The state that a snapshot was taken of; folding goes on from it as if nothing had happened. */
export function restore(snapshot: Snapshot): GameState {
  const state = createState();
  state.seq = snapshot.seq;
  state.status = snapshot.status;
  state.startedAt = snapshot.startedAt;
  state.endedAt = snapshot.endedAt;
  state.room = snapshot.room === null ? null : copyRoom(snapshot.room);
  state.preset = snapshot.preset;
  state.table = buildTable(state.preset);
  state.suspended = snapshot.suspended;
  for (const viewer of snapshot.viewers) {
    state.viewers.set(viewer.id, { ...copyViewer(viewer), recent: null });
  }
  for (const gift of snapshot.gifts) state.gifts.set(gift.id, copyGift(gift));
  for (const streak of snapshot.streaks) {
    state.streaks.set(streak.key, copyStreak(streak));
    state.oldestTouch = Math.min(state.oldestTouch, streak.touchedAt);
  }
  for (const [target, tally] of snapshot.targets) state.targets.set(target, copyTargetTally(tally));
  state.seen = copyTally(snapshot.seen);
  state.gaps = snapshot.gaps.map(copyGap);
  state.gapCount = snapshot.gapCount;
  state.corrections = snapshot.corrections;
  return state;
}

/** By name: the order in which targets were met changes when corrections are made and taken back. */
function copyTargets(targets: Map<Target, TargetTally>): [Target, TargetTally][] {
  const pairs: [Target, TargetTally][] = Array.from(targets, ([target, tally]) => [
    target,
    copyTargetTally(tally),
  ]);
  return pairs.sort(([a], [b]) => (a < b ? -1 : 1));
}

function copyTally(tally: Tally): Tally {
  return { count: tally.count, diamonds: tally.diamonds, votesTenths: tally.votesTenths };
}

function copyTargetTally(tally: TargetTally): TargetTally {
  return {
    count: tally.count,
    diamonds: tally.diamonds,
    votesTenths: tally.votesTenths,
    rows: tally.rows,
  };
}

function copyViewer(viewer: Viewer): Viewer {
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
  };
}

function copyGift(gift: GiftTally): GiftTally {
  return {
    id: gift.id,
    name: gift.name,
    unitDiamonds: gift.unitDiamonds,
    count: gift.count,
    diamonds: gift.diamonds,
    votesTenths: gift.votesTenths,
  };
}

function copyStreak(streak: Streak): Streak {
  return {
    key: streak.key,
    seen: streak.seen,
    touchedAt: streak.touchedAt,
    rowId: streak.rowId,
    autoTarget: streak.autoTarget,
    autoReason: streak.autoReason,
    corrected: streak.corrected,
  };
}

function copyRoom(room: RoomInput): RoomInput {
  return {
    kind: 'room',
    at: room.at,
    username: room.username,
    roomId: room.roomId,
    ownerId: room.ownerId,
    title: room.title,
  };
}

function copyGap(gap: GapInput): GapInput {
  return {
    kind: 'gap',
    at: gap.at,
    cause: gap.cause,
    from: gap.from,
    until: gap.until,
    detail: gap.detail,
  };
}
