import type { Side } from '#shared/contract/round.ts';
import { roundVotes } from '#shared/game/round/shares.ts';
import { anchorScore, outOf, type Round, streakOf } from '#shared/game/round/view.ts';
import { anchorOf, ranking } from '#shared/game/selectors.ts';
import type { GameState } from '#shared/game/state.ts';
import { anchorTarget } from '#shared/game/table.ts';

/** `final`: out for the rest of the show. `trying`: the anchor's resurrection is prepared or running. */
export type Standing = 'in' | 'out' | 'final' | 'trying';

/** An anchor with its score in a round. */
export interface Member {
  id: string;
  /** Null if no preset of the show has the anchor. */
  name: string | null;
  avatar: string;
  username: string;
  scoreTenths: number;
  /** Votes that the decrease rule has subtracted. */
  fallenTenths: number;
  streak: number;
  standing: Standing;
  /** Votes that the settlement gives the anchor, by the current votes; null before the settlement. */
  shareTenths: number | null;
}

/** An anchor with its score in a round; without a round, the score is 0. */
export function memberOf(state: GameState, round: Round | null, id: string): Member {
  const anchor = anchorOf(state, id);
  const votes = round?.targets.get(anchorTarget(id))?.votesTenths ?? 0;
  const score = round === null ? 0 : anchorScore(round, id);
  return {
    id,
    name: anchor?.nickname ?? null,
    avatar: anchor?.avatar ?? '',
    username: anchor?.username ?? '',
    scoreTenths: score,
    fallenTenths: votes - score,
    streak: streakOf(state, id),
    standing: standingOf(state, id),
    shareTenths: round?.settlement == null ? null : roundVotes(round, id),
  };
}

/** Whether an anchor plays, is out, or has a resurrection. */
export function standingOf(state: GameState, id: string): Standing {
  const out = outOf(state, id);
  if (out === null) return 'in';
  if (out.final) return 'final';
  const last = state.rounds.at(-1);
  const tries = last?.kind === 'resurrection' && last.phase !== 'settled' && last.anchors.includes(id);
  return tries ? 'trying' : 'out';
}

/** The anchors of a side in the order of the preset. */
export function sideMembers(state: GameState, round: Round, side: Side): Member[] {
  return round[side].anchors.map((id) => memberOf(state, round, id));
}

/** The anchors of the preset by their votes in the whole show. */
export function rankedAnchors(state: GameState): (Member & { rank: number })[] {
  return ranking(state)
    .filter(({ anchor }) => anchor !== null)
    .map(({ anchorId, votesTenths, rank }) => ({
      ...memberOf(state, null, anchorId),
      scoreTenths: votesTenths,
      fallenTenths: 0,
      rank,
    }));
}

/** All anchors of a round by score. Equal scores have the same rank and keep the order of the list. */
export function rankedMembers(state: GameState, round: Round): (Member & { rank: number })[] {
  const all = round.anchors.map((id) => memberOf(state, round, id));
  return all
    .map((one) => ({
      ...one,
      rank: 1 + all.filter((other) => other.scoreTenths > one.scoreTenths).length,
    }))
    .sort((a, b) => a.rank - b.rank);
}
