import type { GapInput, RoomInput } from '../contract/input.ts';
import type { LateState, LedgerRow, Reason, Target } from '../contract/ledger.ts';
import type { Preset } from '../contract/preset.ts';
import type { Dance, Fate, Playing } from '../contract/round.ts';
import type { FormerAnchor, GiftTally, Status, Streak, Tally, Viewer } from '../contract/snapshot.ts';
import type { Round } from './round/round.ts';
import { buildTable, type PresetTable } from './table.ts';
import type { TargetTally } from './tally.ts';

/**
 * A viewer with a short cut to the streak of their newest message: comparing its gift and group is quicker than
 * building and hashing its key. Not stored, and null whenever the streak might no longer be the right one. It lies in
 * the viewer itself, since each look at another object in a large show is a wait for memory.
 */
export interface KnownViewer extends Viewer {
  recent: Streak | null;
  recentGiftId: number;
  recentGroup: string;
}

/** Of a viewer whose newest message is not known, or leads nowhere any more. */
export const noShortCut = { recentGiftId: 0, recentGroup: '', recent: null };

/**
 * The state of a show: the fold of its inputs. It holds sums by viewer, target and gift, never rows, and the
 * fold changes it in place for speed. Nothing outside `shared/game` writes to it.
 *
 * Votes are in tenths. The sums of a target hold what stands under it, and `uncounted` is a target too. For a
 * viewer and for a gift, pieces and diamonds are those of every gift seen, votes only those that are counted.
 */
export interface GameState {
  seq: number;
  status: Status;
  startedAt: number;
  endedAt: number;
  /** The statuses since the session's start, oldest first (see `statusAt`). */
  stretches: { status: Status; since: number }[];
  /** How far the backstage's clock is ahead of the platform's (ms); null where the journal does not say. */
  clockAhead: number | null;
  room: RoomInput | null;
  /** The preset with the rules that hold now. */
  preset: Preset | null;
  /** The preset whose rules hold once the round is over; null when they hold already. */
  presetAhead: Preset | null;
  /** By id, those of earlier presets whom the present one does not have; another map with each preset. */
  formerAnchors: ReadonlyMap<string, FormerAnchor>;
  suspended: boolean;
  viewers: Map<string, KnownViewer>;
  gifts: Map<number, GiftTally>;
  streaks: Map<string, Streak>;
  /** Only targets under which something stands. */
  targets: Map<Target, TargetTally>;
  /** Every gift seen, counted or not, with what it is worth. */
  seen: Tally;
  /** The newest gaps; `gapCount` counts all. */
  gaps: GapInput[];
  gapCount: number;
  /** Corrections made, those that take another one back included. */
  corrections: number;

  /** Oldest first, the round of id n at n - 1; only the last one can be unfinished. */
  rounds: Round[];
  /** Win streaks and knock-outs by anchor. */
  fates: Map<string, Fate>;
  /** The gameplay entry that runs, and those that wait, next first (see `queueKey`). */
  playing: Playing | null;
  dances: Map<string, Dance>;

  /** Look-ups that follow from `preset`; not stored. */
  table: PresetTable;
  /** No streak was touched before this time in ms (it may be earlier than the oldest touch); not stored. */
  oldestTouch: number;
  /** Nothing of the game happens by time alone before this time in ms; not stored. */
  dueAt: number;
}

export interface RowGrowth {
  rowId: number;
  seq: number;
  at: number;
  count: number;
  diamonds: number;
  votesTenths: number;
  missedMessage: boolean;
}

export interface RowMove {
  rowId: number;
  seq: number;
  target: Target;
  reason: Reason;
  /** The round in which it counts now; absent where that does not change. */
  round?: number;
  /** Whether a late row counts in its round now; absent where that does not change. */
  late?: LateState;
  /** A decision on a late row, which a correction of its round does not take back. */
  decided?: LateState;
}

/** What the fold tells about ledger rows while it runs: the journal writes them, a screen shows them. */
export interface FoldSink {
  opened(row: LedgerRow): void;
  /** The row grew by these sums, under the credit that it has. */
  grew(growth: RowGrowth): void;
  moved(move: RowMove): void;
}

/** To be called whenever streaks are forgotten or their keys come to differ. */
export function dropShortCuts(state: GameState): void {
  for (const viewer of state.viewers.values()) viewer.recent = null;
}

/** A show of which nothing is known yet. */
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
