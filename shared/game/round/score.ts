import type { Target } from '../../contract/ledger.ts';
import type { Breakthrough, EffectState, Fall, Side, SideSums } from '../../contract/round.ts';
import { anchorIdOf, anchorTarget, VOTE } from '../table.ts';
import { isOn, type Round } from './round.ts';

/*
 * Votes are the ledger's sums. A score, which is shown and compared, is the votes minus the loss by the decrease, at
 * least 0. All are in tenths.
 */

/** The votes under one target, 0 for none. */
export function votesOf(round: Round, target: Target): number {
  return round.targets.get(target)?.votesTenths ?? 0;
}

/** The score of an anchor. */
export function anchorScore(round: Round, anchorId: string): number {
  return votesOf(round, anchorTarget(anchorId)) - lossOfAnchor(round, anchorId);
}

export function sideOf(round: Round, side: Side): SideSums {
  return side === 'attacker' ? round.attacker : round.defender;
}

/** A side's score. The decrease lowers the scores of its anchors, but not its own pool. */
export function sideScore(round: Round, side: Side): number {
  return sideOf(round, side).votesTenths - lossOfSide(round, side);
}

/** The score of a side ('attacker', 'defender') or of an anchor. */
function scoreOf(round: Round, scorer: Target): number {
  return allVotesOf(round, scorer) - lossOf(round, scorer);
}

/** The votes of a side (its anchors' included) or of an anchor. */
function allVotesOf(round: Round, scorer: Target): number {
  if (scorer === 'attacker' || scorer === 'defender') return sideOf(round, scorer).votesTenths;
  return votesOf(round, scorer);
}

/** The votes that the decrease has taken from a score. */
function lossOf(round: Round, scorer: Target): number {
  if (scorer === 'attacker' || scorer === 'defender') return lossOfSide(round, scorer);
  const anchorId = anchorIdOf(scorer);
  return anchorId === null ? 0 : lossOfAnchor(round, anchorId);
}

/** The sides or anchors whose scores a round compares. */
export function scorersOf(round: Round): Target[] {
  return round.kind === 'battle' ? ['attacker', 'defender'] : round.anchors.map(anchorTarget);
}

/** Outside battles: the scorer that a gift for this target counts for. */
export function scorerOf(round: Round, target: Target): Target | undefined {
  const anchorId = anchorIdOf(target);
  return anchorId !== null && round.anchors.includes(anchorId) ? target : undefined;
}

/** The decrease of an anchor; undefined if it has none. */
export function fallOf(round: Round, anchorId: string): Fall | undefined {
  for (const fall of round.falls) if (fall.anchorId === anchorId) return fall;
  return undefined;
}

function lossOfAnchor(round: Round, anchorId: string): number {
  const fall = fallOf(round, anchorId);
  if (fall === undefined) return 0;
  return Math.min(fall.lostTenths, votesOf(round, anchorTarget(anchorId)));
}

function lossOfSide(round: Round, side: Side): number {
  if (round.falls.length === 0) return 0;
  let loss = 0;
  for (const anchorId of sideOf(round, side).anchors) loss += lossOfAnchor(round, anchorId);
  return loss;
}

/*
 * A score breaks through when it first exceeds the clearance score, and stays so even if the decrease lowers it again.
 * A breakthrough stores what the decrease had taken by then. So it depends on the votes alone: a correction that
 * removes the votes undoes it, and one that restores them restores it.
 */

/** Records a breakthrough if the score exceeds the clearance score. Call it after gifts and before a decrease. */
export function noteBreakthrough(round: Round, scorer: Target): void {
  const clearance = round.rules.clearance * VOTE;
  if (clearance === 0) return;
  const votes = allVotesOf(round, scorer);
  // A score is never more than its votes.
  if (votes <= clearance) return;
  const noted = find(round, scorer);
  if (noted !== undefined && votes - noted.lostTenths > clearance) return;
  if (scoreOf(round, scorer) <= clearance) return;
  const lostTenths = lossOf(round, scorer);
  if (noted === undefined) round.through.push({ scorer, lostTenths });
  else noted.lostTenths = lostTenths;
}

export function noteBreakthroughs(round: Round): void {
  if (round.rules.clearance === 0) return;
  for (const scorer of scorersOf(round)) noteBreakthrough(round, scorer);
}

/** Whether a score exceeds or has exceeded the clearance score, by the current votes. */
export function hasCleared(round: Round, scorer: Target): boolean {
  const clearance = round.rules.clearance * VOTE;
  if (clearance === 0) return false;
  if (scoreOf(round, scorer) > clearance) return true;
  const noted = find(round, scorer);
  return noted !== undefined && allVotesOf(round, scorer) - noted.lostTenths > clearance;
}

/** By how much a score exceeds the clearance score now, in tenths; 0 if it does not. */
export function overClearance(round: Round, scorer: Target): number {
  return Math.max(0, scoreOf(round, scorer) - round.rules.clearance * VOTE);
}

function find(round: Round, scorer: Target): Breakthrough | undefined {
  for (const noted of round.through) if (noted.scorer === scorer) return noted;
  return undefined;
}

const none: EffectState = { side: null, level: 0 };

/**
 * The effect on the trailing side. A level starts below its threshold and ends one percentage point above it
 * (hysteresis), so that it does not flicker. `round.effect` stores the effect at the last gift; corrections do not
 * change it, so an undo restores what was shown before.
 */
export function effectOf(round: Round): EffectState {
  const signed = signedLevel(round);
  return signed === 0 ? none : { side: trailingSide(signed), level: Math.abs(signed) };
}

/** Stores the effect after a gift. It allocates only when the effect changes, because it runs with every gift. */
export function noteEffect(round: Round): void {
  const signed = signedLevel(round);
  const level = Math.abs(signed);
  const side = signed === 0 ? null : trailingSide(signed);
  if (level === round.effect.level && side === round.effect.side) return;
  round.effect = { side, level };
}

function trailingSide(signed: number): Side {
  return signed > 0 ? 'attacker' : 'defender';
}

/** The level, positive if the attacker trails, negative if the defender does. */
function signedLevel(round: Round): number {
  const { enabled, level1, level2, level3, minTotal } = round.rules.effects;
  if (!enabled || round.kind !== 'battle' || !isOn(round)) return 0;
  const attacker = sideScore(round, 'attacker');
  const defender = sideScore(round, 'defender');
  const total = attacker + defender;
  if (attacker === defender || total < minTotal * VOTE) return 0;
  const sign = attacker < defender ? 1 : -1;
  const hundredfold = Math.min(attacker, defender) * 100;
  const held = round.effect.side === trailingSide(sign) ? round.effect.level : 0;
  if (hundredfold < (held >= 3 ? level3 + 1 : level3) * total) return 3 * sign;
  if (hundredfold < (held >= 2 ? level2 + 1 : level2) * total) return 2 * sign;
  return hundredfold < (held >= 1 ? level1 + 1 : level1) * total ? sign : 0;
}
