import type { Target } from '../contract/ledger.ts';
import {
  type SentSnapshot,
  SNAPSHOT_VERSION,
  type Snapshot,
  type Viewer,
  type ViewerColumns,
} from '../contract/snapshot.ts';
import {
  copyDance,
  copyFate,
  copyFormer,
  copyGap,
  copyGift,
  copyPlaying,
  copyRoom,
  copyStreak,
  copyTally,
  copyTargetTally,
  copyViewer,
  restoreRound,
  storeRound,
} from './copy.ts';
import { queueKey } from './dance.ts';
import { gameDue } from './round/time.ts';
import { createState, type GameState, noRecentStreak } from './state.ts';
import { buildTable } from './table.ts';
import type { TargetTally } from './tally.ts';

/*
 * Copies every object that the fold changes, with a fixed order of fields. The preset is shared: it never changes.
 */

/** Copies the whole state to plain data. Equal states give equal JSON, byte for byte. */
export function serialise(state: GameState): Snapshot {
  return {
    version: SNAPSHOT_VERSION,
    seq: state.seq,
    status: state.status,
    startedAt: state.startedAt,
    endedAt: state.endedAt,
    stretches: state.stretches.map(({ status, since }) => ({ status, since })),
    clockAhead: state.clockAhead,
    room: state.room === null ? null : copyRoom(state.room),
    preset: state.preset,
    presetAhead: state.presetAhead,
    formerAnchors: Array.from(state.formerAnchors.values(), copyFormer),
    suspended: state.suspended,
    viewers: Array.from(state.viewers.values(), copyViewer),
    gifts: Array.from(state.gifts.values(), copyGift),
    streaks: Array.from(state.streaks.values(), copyStreak),
    targets: copyTargets(state.targets),
    seen: copyTally(state.seen),
    gaps: state.gaps.map(copyGap),
    gapCount: state.gapCount,
    corrections: state.corrections,
    rounds: state.rounds.map(storeRound),
    fates: Array.from(state.fates.values(), copyFate),
    playing: copyPlaying(state.playing),
    dances: Array.from(state.dances.values(), copyDance),
  };
}

/** Restores the state of a snapshot, ready for the next input. */
export function restore(snapshot: Snapshot): GameState {
  const state = createState();
  state.seq = snapshot.seq;
  state.status = snapshot.status;
  state.startedAt = snapshot.startedAt;
  state.endedAt = snapshot.endedAt;
  state.stretches = snapshot.stretches.map(({ status, since }) => ({ status, since }));
  state.clockAhead = snapshot.clockAhead;
  state.room = snapshot.room === null ? null : copyRoom(snapshot.room);
  state.preset = snapshot.preset;
  state.presetAhead = snapshot.presetAhead;
  state.table = buildTable(state.preset);
  state.formerAnchors = new Map(snapshot.formerAnchors.map((anchor) => [anchor.id, copyFormer(anchor)]));
  state.suspended = snapshot.suspended;
  for (const viewer of snapshot.viewers) {
    state.viewers.set(viewer.id, { ...copyViewer(viewer), ...noRecentStreak });
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
  state.rounds = snapshot.rounds.map(restoreRound);
  for (const fate of snapshot.fates) state.fates.set(fate.anchorId, copyFate(fate));
  state.playing = copyPlaying(snapshot.playing);
  for (const dance of snapshot.dances) state.dances.set(queueKey(dance), copyDance(dance));
  state.dueAt = gameDue(state);
  return state;
}

/** Sorts by name, because a correction and its undo change the order in the map. */
function copyTargets(targets: Map<Target, TargetTally>): [Target, TargetTally][] {
  const pairs: [Target, TargetTally][] = Array.from(targets, ([target, tally]) => [
    target,
    copyTargetTally(tally),
  ]);
  return pairs.sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Packs a snapshot for a screen: viewers become columns, and a column of equal values becomes one value. */
export function packSnapshot(snapshot: Snapshot): SentSnapshot {
  const { viewers } = snapshot;
  const column = <K extends keyof Viewer>(key: K): Viewer[K][] => {
    const values = viewers.map((viewer) => viewer[key]);
    return values.every((value) => value === values[0]) ? values.slice(0, 1) : values;
  };
  return {
    ...snapshot,
    viewers: {
      id: viewers.map(({ id }) => id),
      name: column('name'),
      username: column('username'),
      firstAt: column('firstAt'),
      lastAt: column('lastAt'),
      count: column('count'),
      diamonds: column('diamonds'),
      votesTenths: column('votesTenths'),
      manual: column('manual'),
      pinned: column('pinned'),
      automatic: column('automatic'),
      round: column('round'),
      roundCount: column('roundCount'),
      roundVotesTenths: column('roundVotesTenths'),
    },
  };
}

/** Reverses `packSnapshot`. */
export function unpackSnapshot(sent: SentSnapshot): Snapshot {
  const { viewers } = sent;
  return { ...sent, viewers: viewers.id.map((id, index) => viewerAt(viewers, id, index)) };
}

function viewerAt(columns: ViewerColumns, id: string, index: number): Viewer {
  return {
    id,
    name: at(columns.name, index),
    username: at(columns.username, index),
    firstAt: at(columns.firstAt, index),
    lastAt: at(columns.lastAt, index),
    count: at(columns.count, index),
    diamonds: at(columns.diamonds, index),
    votesTenths: at(columns.votesTenths, index),
    manual: at(columns.manual, index),
    pinned: at(columns.pinned, index),
    automatic: at(columns.automatic, index),
    round: at(columns.round, index),
    roundCount: at(columns.roundCount, index),
    roundVotesTenths: at(columns.roundVotesTenths, index),
  };
}

function at<T>(column: readonly T[], index: number): T {
  const value = column.length === 1 ? column[0] : column[index];
  if (value === undefined) throw new RangeError(`a column of ${column.length} has no value ${index}`);
  return value;
}
