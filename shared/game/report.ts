import type { GapInput } from '../contract/input.ts';
import type { Anchor } from '../contract/preset.ts';
import type { RoundKind, RoundPhase, Settlement } from '../contract/round.ts';
import type { GiftTally, Tally } from '../contract/snapshot.ts';
import type { Round } from './round/round.ts';
import { isOutdated } from './round/view.ts';
import { standings } from './selectors.ts';
import type { GameState } from './state.ts';
import { anchorIdOf } from './table.ts';
import type { TargetTally } from './tally.ts';

/*
 * The parts of a report that follow from the state alone; the ledger rows come from the database.
 */

/** A round's gifts by their target; `others` are anchors that are on no side. */
interface SideCounts {
  attacker: Tally;
  defender: Tally;
  others: Tally;
  unallocated: Tally;
  uncounted: Tally;
}

export interface RoundReport {
  id: number;
  number: number;
  kind: RoundKind;
  phase: RoundPhase;
  anchors: string[];
  attackers: string[];
  defenders: string[];
  /** ms; 0 while not reached. */
  startedAt: number;
  endedAt: number;
  settledAt: number;
  /** ms that the countdown ran, without pauses. */
  ranMs: number;
  counts: SideCounts;
  late: TargetTally;
  accepted: TargetTally;
  gaps: GapInput[];
  gapCount: number;
  settlement: Settlement | null;
  settlements: number;
  /** Votes have changed since the settlement. */
  outdated: boolean;
}

interface AnchorReport {
  anchorId: string;
  /** Null if the current preset lacks the anchor. */
  anchor: Anchor | null;
  rank: number;
  count: number;
  diamonds: number;
  /** The votes in the show (see `showVotes`), and the part of them that settlements moved. */
  votesTenths: number;
  settledTenths: number;
  rounds: number;
  wins: number;
  streak: number;
  out: boolean;
}

/** Every round that was started, oldest first. */
export function roundReports(state: GameState): RoundReport[] {
  return state.rounds.filter(({ phase }) => phase !== 'prepared').map(reportRound);
}

function sideCounts(round: Round): SideCounts {
  const counts: SideCounts = {
    attacker: tallyOf(round.attacker),
    defender: tallyOf(round.defender),
    others: zero(),
    unallocated: tallyOf(round.targets.get('unallocated') ?? zero()),
    uncounted: tallyOf(round.targets.get('uncounted') ?? zero()),
  };
  for (const [target, tally] of round.targets) {
    if (anchorIdOf(target) === null || round.sideOf.has(target)) continue;
    counts.others.count += tally.count;
    counts.others.diamonds += tally.diamonds;
    counts.others.votesTenths += tally.votesTenths;
  }
  return counts;
}

/** The anchors by their votes, most first. */
export function anchorRanking(state: GameState): AnchorReport[] {
  const settled = state.rounds.filter(({ settlement }) => settlement !== null);
  const reports = standings(state).map(({ anchorId, anchor, rank, count, diamonds, votesTenths }) => {
    const own = settled.filter((round) => round.kind !== 'resurrection' && round.anchors.includes(anchorId));
    const fate = state.fates.get(anchorId);
    return {
      anchorId,
      anchor,
      rank,
      count,
      diamonds,
      votesTenths,
      settledTenths: own.reduce((sum, round) => sum + shareOf(round, anchorId), 0),
      rounds: own.length,
      wins: own.filter((round) => hasWon(round, anchorId)).length,
      streak: fate?.streak ?? 0,
      out: fate?.out != null,
    };
  });
  return reports.sort((a, b) => a.rank - b.rank);
}

/** Kinds of gifts by votes; equal votes by diamonds. */
export function giftRanking(state: GameState): GiftTally[] {
  return [...state.gifts.values()].sort((a, b) => b.votesTenths - a.votesTenths || b.diamonds - a.diamonds);
}

function reportRound(round: Round): RoundReport {
  const { id, number, kind, phase, startedAt, endedAt, settledAt, gaps, gapCount } = round;
  return {
    id,
    number,
    kind,
    phase,
    anchors: [...round.anchors],
    attackers: [...round.attacker.anchors],
    defenders: [...round.defender.anchors],
    startedAt,
    endedAt,
    settledAt,
    ranMs: round.countdown.ran,
    counts: sideCounts(round),
    late: { ...round.late },
    accepted: { ...round.accepted },
    gaps: [...gaps],
    gapCount,
    settlement: round.settlement,
    settlements: round.settlements,
    outdated: isOutdated(round),
  };
}

function shareOf(round: Round, anchorId: string): number {
  return round.settlement?.shares.find((share) => share.anchorId === anchorId)?.votesTenths ?? 0;
}

function hasWon({ settlement, attacker, defender }: Round, anchorId: string): boolean {
  if (settlement?.outcome === 'attacker') return attacker.anchors.includes(anchorId);
  return settlement?.outcome === 'defender' && defender.anchors.includes(anchorId);
}

function tallyOf({ count, diamonds, votesTenths }: Tally): Tally {
  return { count, diamonds, votesTenths };
}

function zero(): Tally {
  return { count: 0, diamonds: 0, votesTenths: 0 };
}
