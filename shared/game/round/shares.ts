import type { Side } from '../../contract/round.ts';
import type { GameState } from '../state.ts';
import { anchorIdOf, anchorTarget, VOTE } from '../table.ts';
import { isOn, type Round } from './round.ts';
import { anchorScore, sideScore, votesOf } from './score.ts';

/*
 * Distributes a pool of votes. Shares are whole votes, as hosts count them. Left-over whole votes are handed out one by
 * one; tenths of the pool go to the next anchor in line. The shares always add up to the pool.
 */

/** The votes that a settlement distributes: those of both sides, or outside battles those of the anchors. */
export function poolOf(round: Round): number {
  if (round.kind === 'battle') return round.attacker.votesTenths + round.defender.votesTenths;
  return round.anchors.reduce((sum, anchorId) => sum + votesOf(round, anchorTarget(anchorId)), 0);
}

/** Each anchor's share by the round's distribution and its current votes. */
export function sharesOf(round: Round): Map<string, number> {
  const own = (ids: readonly string[]) => ids.map((id) => votesOf(round, anchorTarget(id)));
  const given = new Map<string, number>(round.anchors.map((id) => [id, 0]));
  const give = (ids: readonly string[], parts: readonly number[]) => {
    ids.forEach((id, index) => {
      given.set(id, parts[index] ?? 0);
    });
  };
  if (round.kind !== 'battle') {
    give(round.anchors, own(round.anchors));
    return given;
  }
  switch (round.rules.battle.distribution) {
    case 'byVotes':
      for (const side of [round.attacker, round.defender]) {
        give(side.anchors, withPool(side.votesTenths, own(side.anchors)));
      }
      break;
    case 'equalSplit':
      for (const side of [round.attacker, round.defender]) {
        give(side.anchors, equally(side.votesTenths, own(side.anchors)));
      }
      break;
    case 'allToDefender': {
      const { anchors } = round.defender;
      give(anchors, withPool(poolOf(round), own(anchors)));
      break;
    }
  }
  return given;
}

/**
 * The difference between each anchor's share of a settled battle and its own votes, by the current votes. Anchors
 * without a difference are left out. Empty for all other rounds.
 */
export function movedByShares(round: Round): ReadonlyMap<string, number> {
  if (round.phase !== 'settled' || round.kind !== 'battle') return nothing;
  if (round.moved !== null) return round.moved;
  const moved = new Map<string, number>();
  for (const [anchorId, tenths] of sharesOf(round)) {
    const more = tenths - votesOf(round, anchorTarget(anchorId));
    if (more !== 0) moved.set(anchorId, more);
  }
  round.moved = moved;
  return moved;
}

const nothing: ReadonlyMap<string, number> = new Map();

/** Gives each anchor its own votes, and a proportional part of the rest. */
function withPool(votes: number, own: readonly number[]): number[] {
  const pool = votes - own.reduce((sum, each) => sum + each, 0);
  const parts = inProportion(pool, own);
  return own.map((each, index) => each + (parts[index] ?? 0));
}

/**
 * Distributes the pool in proportion to the weights. Left-over votes go to the largest remainders, equal ones in list
 * order. If all weights are 0, the pool is split equally. All in tenths.
 */
export function inProportion(pool: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (total === 0n) return equally(pool, weights);
  const whole = total * BigInt(VOTE);
  const exact = weights.map((weight) => BigInt(pool) * BigInt(weight));
  const parts = exact.map((part) => Number(part / whole) * VOTE);
  const remainders = exact.map((part) => part % whole);
  return handOut(pool, parts, (a, b) => compare(remainders[b] ?? 0n, remainders[a] ?? 0n));
}

/** Splits the pool equally. Left-over votes go one by one to the anchors with the most, equal ones in list order. */
export function equally(pool: number, own: readonly number[]): number[] {
  const part = own.length === 0 ? 0 : Math.floor(pool / (own.length * VOTE)) * VOTE;
  return handOut(
    pool,
    own.map(() => part),
    (a, b) => (own[b] ?? 0) - (own[a] ?? 0),
  );
}

/** Hands out the rest of the pool, one vote to each part, in this order of their indexes. */
function handOut(pool: number, parts: number[], order: (a: number, b: number) => number): number[] {
  let left = pool - parts.reduce((sum, part) => sum + part, 0);
  for (const index of parts.map((_, index) => index).sort((a, b) => order(a, b) || a - b)) {
    const more = Math.min(VOTE, left);
    parts[index] = (parts[index] ?? 0) + more;
    left -= more;
  }
  return parts;
}

function compare(a: bigint, b: bigint): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/*
 * The votes that are shown for an anchor. A battle shows each anchor's own score until its settlement, then the
 * anchor's share by the distribution. The whole show adds the shares of settled battles and the own votes of everything
 * else. Shares follow corrections at once; a round's result changes only when the round is settled again.
 */

/** The votes over the show, in tenths, of every anchor that has or had some. */
export function showVotes(state: GameState): Map<string, number> {
  const votes = new Map<string, number>();
  for (const [target, { votesTenths }] of state.targets) {
    const anchorId = anchorIdOf(target);
    if (anchorId !== null) votes.set(anchorId, votesTenths);
  }
  for (const round of state.rounds) {
    for (const [anchorId, more] of movedByShares(round)) {
      votes.set(anchorId, (votes.get(anchorId) ?? 0) + more);
    }
  }
  return votes;
}

/** An anchor's votes in a round, in tenths: its score, or in a settled battle its share. */
export function roundVotes(round: Round, anchorId: string): number {
  if (round.kind !== 'battle' || round.phase !== 'settled' || !round.anchors.includes(anchorId)) {
    return anchorScore(round, anchorId);
  }
  return sharesOf(round).get(anchorId) ?? 0;
}

/** A side's score in tenths. If the distribution gives all votes to the defender, a settled round shows the shares. */
export function sideVotes(round: Round, side: Side): number {
  if (isOn(round) || round.phase === 'prepared' || round.rules.battle.distribution !== 'allToDefender') {
    return sideScore(round, side);
  }
  const shares = sharesOf(round);
  return round[side].anchors.reduce((sum, anchorId) => sum + (shares.get(anchorId) ?? 0), 0);
}
