import type { Target } from '../../contract/ledger.ts';
import type { Settlement } from '../../contract/round.ts';
import type { GameState } from '../state.ts';
import { anchorTarget } from '../table.ts';
import { checkRoundAction, currentRound, latestSettled } from './phases.ts';
import { isOn, type Round } from './round.ts';
import { hasCleared, overClearance, scorersOf, votesOf } from './score.ts';
import { hasReachedTarget, settlementOf } from './settlement.ts';
import { roundVotes, sideVotes } from './shares.ts';

export { outOf, streakOf, tiedOf, undecidedTie } from './fates.ts';
export { currentRound, latestSettled } from './phases.ts';
export { type AttemptAhead, attemptAhead, nextSides, nextTurn } from './plan.ts';
export { isOn, type Round } from './round.ts';
export { anchorScore, effectOf, sideScore } from './score.ts';

/** The last round that was started; it may be settled. Null before the first. */
export function latestRound(state: GameState): Round | null {
  return state.rounds.findLast(({ phase }) => phase !== 'prepared') ?? null;
}

/** The round that a screen shows: the current one, else the last one that was played. */
export function shownRound(state: GameState): Round | null {
  return currentRound(state) ?? latestRound(state);
}

/** The number and kind that name a round; kind null for id 0, no round. */
export function roundName(state: GameState, id: number): { number: number; kind: Round['kind'] | null } {
  const round = state.rounds[id - 1];
  return round === undefined ? { number: 0, kind: null } : { number: round.number, kind: round.kind };
}

interface BattleBar {
  attackerTenths: number;
  defenderTenths: number;
  /** The attacker's share, 0 to 1; 0.5 if both have no votes. Unallocated votes are not included. */
  attackerShare: number;
}

export function battleBar(round: Round): BattleBar {
  const attackerTenths = sideVotes(round, 'attacker');
  const defenderTenths = sideVotes(round, 'defender');
  const total = attackerTenths + defenderTenths;
  return { attackerTenths, defenderTenths, attackerShare: total === 0 ? 0.5 : attackerTenths / total };
}

/** Who has the most votes of a round: a side of a battle, else an anchor's id. Null without votes and in a tie. */
export function roundLeader({ preset }: GameState, round: Round): string | null {
  if (round.kind === 'battle') {
    const { attackerTenths, defenderTenths } = battleBar(round);
    if (attackerTenths === defenderTenths) return null;
    return attackerTenths > defenderTenths ? 'attacker' : 'defender';
  }
  const standings = (preset?.anchors ?? []).map(({ id }) => ({ id, votes: roundVotes(round, id) }));
  const most = Math.max(0, ...standings.map(({ votes }) => votes));
  const leaders = standings.filter(({ votes }) => votes === most);
  return most === 0 || leaders.length > 1 ? null : (leaders[0]?.id ?? null);
}

/**
 * Votes (tenths) of the round that nobody has yet, if they suffice to turn or tie a battle, or to reach the target of a
 * comeback; else 0. By default, these are the unallocated votes and the late gifts that are only listed.
 */
export function turningTenths(round: Round, open: number = openTenths(round)): number {
  if (round.phase === 'prepared') return 0;
  if (round.kind === 'battle') {
    const { attackerTenths, defenderTenths } = battleBar(round);
    return open >= Math.abs(attackerTenths - defenderTenths) ? open : 0;
  }
  if (round.kind !== 'resurrection' || round.phase === 'settled') return 0;
  const missing = round.targetTenths - arrivedTenthsOf(round);
  return missing > 0 && open >= missing ? open : 0;
}

const openTenths = ({ targets, late }: Round): number =>
  (targets.get('unallocated')?.votesTenths ?? 0) + late.votesTenths;

/** Votes (tenths) that the anchor of a comeback has in its round. */
const arrivedTenthsOf = (round: Round): number => votesOf(round, anchorTarget(round.anchors[0] ?? ''));

/** The scorers that have broken through and how far they exceed the clearance score; empty once settled. */
export function breakthroughs(round: Round): { scorer: Target; overTenths: number }[] {
  if (!isOn(round) || !round.rules.breakthrough) return [];
  return scorersOf(round)
    .filter((scorer) => hasCleared(round, scorer))
    .map((scorer) => ({ scorer, overTenths: overClearance(round, scorer) }));
}

interface Attempt {
  anchorId: string;
  targetTenths: number;
  /** The votes that have arrived; they alone decide. */
  arrivedTenths: number;
  pledgedTenths: number;
  reached: boolean;
}

/** The current resurrection; null for none. */
export function attemptOf(state: GameState): Attempt | null {
  const round = currentRound(state);
  const anchorId = round?.anchors[0];
  if (round?.kind !== 'resurrection' || anchorId === undefined) return null;
  const arrivedTenths = arrivedTenthsOf(round);
  const { targetTenths, pledgedTenths } = round;
  return { anchorId, targetTenths, arrivedTenths, pledgedTenths, reached: hasReachedTarget(round) };
}

/** The change that settling the latest round again would make. */
export interface SettleAgain {
  number: number;
  was: Settlement['outcome'];
  now: Settlement['outcome'];
  /** The most important part that changes: the outcome, who is knocked out or tied for it, or only votes and shares. */
  changes: 'outcome' | 'knockOut' | 'votes';
  /** The state of the next round: a prepared one follows the new result, one that is on keeps its sides. */
  next: 'none' | 'prepared' | 'on';
}

/** Null if the latest settlement is up to date, or if the round cannot be settled again now. */
export function settleAgainOf(state: GameState): SettleAgain | null {
  const round = latestSettled(state);
  if (round?.settlement == null || !isOutdated(round) || checkRoundAction(state, 'settle') !== null)
    return null;
  const current = currentRound(state);
  const { number, settlement } = round;
  const now = settlementOf(round, settlement.at);
  return {
    number,
    was: settlement.outcome,
    now: now.outcome,
    changes: changeOf(settlement, now),
    next: current === null ? 'none' : isOn(current) ? 'on' : 'prepared',
  };
}

function changeOf(was: Settlement, now: Settlement): SettleAgain['changes'] {
  if (was.outcome !== now.outcome) return 'outcome';
  const knockOuts = ({ out, tied }: Settlement) => JSON.stringify([out, tied]);
  return knockOuts(was) === knockOuts(now) ? 'votes' : 'knockOut';
}

/** Whether a tie of this round waits until the round is settled again: perhaps other anchors are tied by then. */
export function isTieOutdated(state: GameState, round: Round): boolean {
  return latestSettled(state)?.id === round.id && settleAgainOf(state) !== null;
}

/** Whether votes have changed since the settlement in a way that changes its result. */
export function isOutdated(round: Round): boolean {
  const { settlement } = round;
  if (settlement === null) return false;
  return JSON.stringify(settlement) !== JSON.stringify(settlementOf(round, settlement.at));
}
