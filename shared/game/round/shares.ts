import { anchorTarget } from '../table.ts';
import { VOTE } from '../votes.ts';
import type { Round } from './round.ts';
import { votesOf } from './score.ts';

/*
 * Shares votes out. Shares are whole votes, as hosts count them. If the pool has tenths, they go to the next anchor
 * in line after the whole votes that are left over. The parts always add up to the pool.
 */

/** The votes that a settlement shares out: those of both sides, or of the anchors that stand for themselves. */
export function poolOf(round: Round): number {
  if (round.kind === 'battle') return round.attacker.votesTenths + round.defender.votesTenths;
  return round.anchors.reduce((sum, anchorId) => sum + votesOf(round, anchorTarget(anchorId)), 0);
}

/** What each anchor of the round is given by its distribution and the votes as they stand; they sum to the pool. */
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
 * By how much the distribution of a settled battle makes each anchor's votes more or less than its own, by the votes
 * as they stand; anchors for which it changes nothing are left out. Empty for every other round.
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

/** Each its own votes, and of what there is beyond them a part in proportion. */
function withPool(votes: number, own: readonly number[]): number[] {
  const pool = votes - own.reduce((sum, each) => sum + each, 0);
  const parts = inProportion(pool, own);
  return own.map((each, index) => each + (parts[index] ?? 0));
}

/**
 * In proportion to the weights, what is left over to the largest remainders, equal ones in the order of the
 * list; equally when all weights are 0. All in tenths.
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

/** Equally, what is left over one each to those with the most, equal ones in the order of the list. */
export function equally(pool: number, own: readonly number[]): number[] {
  const part = own.length === 0 ? 0 : Math.floor(pool / (own.length * VOTE)) * VOTE;
  return handOut(
    pool,
    own.map(() => part),
    (a, b) => (own[b] ?? 0) - (own[a] ?? 0),
  );
}

/** Gives what the parts leave of the pool, a vote each, in this order of their indexes. */
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
