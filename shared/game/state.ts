import type { GapInput, RoomInput } from '../contract/input.ts';
import type { LedgerRow, Reason, Target } from '../contract/ledger.ts';
import type { Preset } from '../contract/preset.ts';
import type { GiftTally, Status, Streak, Tally, Viewer } from '../contract/snapshot.ts';

/** Sums of one target, and how many ledger rows stand under it now. */
export interface TargetTally extends Tally {
  rows: number;
}

/**
 * The state of a show: the fold of its inputs. It holds sums by viewer, target and gift, never rows, and the
 * fold changes it in place for speed. Nothing outside `shared/game` writes to it.
 */
export interface GameState {
  seq: number;
  status: Status;
  startedAt: number;
  endedAt: number;
  room: RoomInput | null;
  preset: Preset | null;
  suspended: boolean;
  viewers: Map<string, Viewer>;
  gifts: Map<number, GiftTally>;
  streaks: Map<string, Streak>;
  targets: Map<Target, TargetTally>;
  /** Every gift seen, counted or not. */
  seen: Tally;
  /** The newest gaps; `gapCount` counts all. */
  gaps: GapInput[];
  gapCount: number;
  corrections: number;
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
}

/** What the fold tells about ledger rows while it runs: the journal writes them, a screen shows them. */
export interface FoldSink {
  opened(row: LedgerRow): void;
  grew(growth: RowGrowth): void;
  moved(move: RowMove): void;
}
