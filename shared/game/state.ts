import type { GapInput, RoomInput } from '../contract/input.ts';
import type { LateState, LedgerRow, Reason, Target } from '../contract/ledger.ts';
import type { Preset } from '../contract/preset.ts';
import type { Dance, Fate, Playing } from '../contract/round.ts';
import type { FormerAnchor, GiftTally, Status, Streak, Tally, Viewer } from '../contract/snapshot.ts';
import type { Round } from './round/round.ts';
import { buildTable, type PresetTable } from './table.ts';
import type { TargetTally } from './tally.ts';

/**
 * A viewer with a cache of their newest streak: comparing gift and group is faster than building and hashing a key.
 * The cache is not stored, and is null if the streak may be outdated. It is part of the viewer, because in a large show
 * every look-up in another object is a cache miss of the processor.
 */
export interface KnownViewer extends Viewer {
  recent: Streak | null;
  recentGiftId: number;
  recentGroup: string;
}

/** The empty cache of a viewer's newest streak. */
export const noRecentStreak = { recentGiftId: 0, recentGroup: '', recent: null };

/**
 * The state of a show: the fold of its inputs. It holds sums by viewer, target and gift, but no ledger rows. The fold
 * changes it in place for speed; nothing outside `shared/game` writes to it.
 *
 * Votes are in tenths. `uncounted` is a target like the others. The pieces and diamonds of a viewer or a gift include
 * uncounted gifts; their votes do not.
 */
export interface GameState {
  seq: number;
  status: Status;
  startedAt: number;
  endedAt: number;
  /** The statuses since the session's start, oldest first (see `statusAt`). */
  stretches: { status: Status; since: number }[];
  /** How far the backstage's clock is ahead of the platform's (ms); null if unknown. */
  clockAhead: number | null;
  room: RoomInput | null;
  /** The preset with the rules in force. */
  preset: Preset | null;
  /** The preset whose rules take effect after the round; null if no rules wait. */
  presetAhead: Preset | null;
  /** By id, the anchors of earlier presets that the current one lacks; a new map with each preset. */
  formerAnchors: ReadonlyMap<string, FormerAnchor>;
  suspended: boolean;
  viewers: Map<string, KnownViewer>;
  gifts: Map<number, GiftTally>;
  streaks: Map<string, Streak>;
  /** Only targets that have rows. */
  targets: Map<Target, TargetTally>;
  /** Sums of every gift seen, counted or not. */
  seen: Tally;
  /** The newest gaps; `gapCount` counts all. */
  gaps: GapInput[];
  gapCount: number;
  /** The number of corrections, undos included. */
  corrections: number;

  /** Oldest first; the round with id n is at n - 1. Only the last one can be unfinished. */
  rounds: Round[];
  /** Win streaks and knock-outs by anchor. */
  fates: Map<string, Fate>;
  /** The gameplay entry that runs, and the waiting dances by `queueKey`, next first. */
  playing: Playing | null;
  dances: Map<string, Dance>;

  /** Look-ups derived from `preset`; not stored. */
  table: PresetTable;
  /** A lower bound (ms) for `touchedAt` of all streaks; not stored. */
  oldestTouch: number;
  /** The next time (ms) at which a timed step of the game is due; not stored. */
  dueAt: number;
}

/** The sums by which a ledger row grew. */
export interface RowGrowth {
  rowId: number;
  seq: number;
  at: number;
  count: number;
  diamonds: number;
  votesTenths: number;
  missedMessage: boolean;
}

/** A change of a ledger row's credit, round or late state. */
export interface RowMove {
  rowId: number;
  seq: number;
  target: Target;
  reason: Reason;
  /** The round in which the row counts now; absent if unchanged. */
  round?: number;
  /** Time (ms) at which an operator set the round; absent if unchanged. */
  placedAt?: number;
  /** Whether a late row counts in its round now; absent if unchanged. */
  late?: LateState;
  /** The operator's decision on a late row; a correction of the row's round keeps it. */
  decided?: LateState;
}

/** Receives the fold's changes of ledger rows: the journal stores them, a screen shows them. */
export interface FoldSink {
  opened(row: LedgerRow): void;
  /** The row grew by these sums; its credit is unchanged. */
  grew(growth: RowGrowth): void;
  moved(move: RowMove): void;
}

/** Clears the cached streaks of all viewers. Call it whenever streaks are dropped or their keys change. */
export function dropRecentStreaks(state: GameState): void {
  for (const viewer of state.viewers.values()) viewer.recent = null;
}

/** The state of a show before its first input. */
export function createState(): GameState {
  return {
    seq: 0,
    status: 'initialization',
    startedAt: 0,
    endedAt: 0,
    stretches: [],
    clockAhead: null,
    room: null,
    preset: null,
    presetAhead: null,
    formerAnchors: new Map(),
    suspended: false,
    viewers: new Map(),
    gifts: new Map(),
    streaks: new Map(),
    targets: new Map(),
    seen: { count: 0, diamonds: 0, votesTenths: 0 },
    gaps: [],
    gapCount: 0,
    corrections: 0,
    rounds: [],
    fates: new Map(),
    playing: null,
    dances: new Map(),
    table: buildTable(null),
    oldestTouch: Number.POSITIVE_INFINITY,
    dueAt: Number.POSITIVE_INFINITY,
  };
}
