import type { Problem } from '../../contract/error.ts';
import type { CommandInput } from '../../contract/input.ts';
import type { Target } from '../../contract/ledger.ts';
import type { Tally } from '../../contract/snapshot.ts';
import type { FoldSink, GameState } from '../state.ts';
import { partsOf, placeOfPart, placePart } from '../streaks.ts';
import { isSide } from '../table.ts';
import type { TargetTally } from '../tally.ts';
import { acceptInRound } from './votes.ts';

type LateCommand = Extract<CommandInput, { command: 'late' }>;

/**
 * The reason why late rows cannot be accepted or listed again; null if they can. The state holds no rows: the check is
 * exact while the state holds the row's streak, else it compares with the sums that must contain the row.
 */
export function checkLate(state: GameState, command: LateCommand): Problem | null {
  if (state.status === 'initialization' || state.status === 'ready') return { code: 'session.notStarted' };
  const round = state.rounds[command.round - 1];
  if (round?.phase !== 'settled') return { code: 'round.unknown' };
  const rowIds = new Set<number>();
  const leaving = new Map<Target, Tally>();
  const all: TargetTally = { count: 0, diamonds: 0, votesTenths: 0, rows: 0 };
  for (const row of command.rows) {
    if (row.rowId > state.seq || !state.gifts.has(row.giftId)) return { code: 'ledger.rowUnknown' };
    if (!state.viewers.has(row.viewerId)) return { code: 'viewer.unknown' };
    // A row that is only listed counts in no round, so no side can have it.
    if (!command.accept && isSide(row.target) && round.rules.edition > 2) return { code: 'round.noSides' };
    const [part] = partsOf(state, row);
    if (part !== undefined) {
      const place = placeOfPart(part);
      if (place.round !== round.id) return { code: 'ledger.notLate' };
      if (place.late !== (command.accept ? 'listed' : 'accepted')) return { code: 'ledger.notLate' };
      if ((part.corrected ?? part.autoTarget) !== row.target) return { code: 'ledger.stale' };
    }
    if (rowIds.has(row.rowId)) return { code: 'ledger.stale' };
    rowIds.add(row.rowId);
    const sum = leaving.get(row.target) ?? { count: 0, diamonds: 0, votesTenths: 0 };
    leaving.set(row.target, sum);
    for (const sums of [sum, all]) {
      sums.count += row.count;
      sums.diamonds += row.diamonds;
      sums.votesTenths += row.votesTenths;
    }
    all.rows += 1;
  }
  const waiting = command.accept ? round.late : round.accepted;
  if (all.rows > waiting.rows || exceeds(all, waiting)) return { code: 'ledger.notLate' };
  const standing = command.accept ? state.targets : round.targets;
  for (const [target, sum] of leaving) {
    const tally = standing.get(target);
    if (tally === undefined || exceeds(sum, tally)) return { code: 'ledger.stale' };
  }
  return null;
}

/** Makes late rows count in their round, or no longer count there. Their credit stays; later pieces follow the rows. */
export function foldLate(
  state: GameState,
  seq: number,
  command: LateCommand,
  sink: FoldSink | undefined,
): void {
  const round = state.rounds[command.round - 1];
  if (round === undefined) return;
  const late = command.accept ? 'accepted' : 'listed';
  for (const row of command.rows) {
    acceptInRound(round, row.target, row, command.accept);
    for (const part of partsOf(state, row)) {
      if (part.late !== 'no') part.late = late;
      placePart(part, { round: round.id, late });
    }
    sink?.moved({ rowId: row.rowId, seq, target: row.target, reason: row.reason, late, decided: late });
  }
}

/** Whether any of the sums is above its limit. */
export function exceeds(sums: Tally, limit: Tally): boolean {
  return sums.count > limit.count || sums.diamonds > limit.diamonds || sums.votesTenths > limit.votesTenths;
}
