import type { FormerAnchor } from '#shared/contract/snapshot.ts';
import { ranking, totals } from '#shared/game/selectors.ts';
import type { GameState } from '#shared/game/state.ts';
import { winnersOf } from '#shared/overlay/buildRound.ts';
import { TopList } from '#shared/overlay/topList.ts';

/** How many supporters the recap names. */
const MOST_SUPPORTERS = 3;

/** One anchor's evening. */
export interface RecapAnchor extends Pick<FormerAnchor, 'nickname' | 'avatar' | 'username'> {
  anchorId: string;
  rank: number;
  votesTenths: number;
  gifts: number;
  diamonds: number;
  /** Rounds that the anchor won. */
  won: number;
}

/** What an ended show came to. */
export interface Recap {
  startedAt: number;
  endedAt: number;
  votesTenths: number;
  gifts: number;
  diamonds: number;
  givers: number;
  /** Number of settled rounds. */
  rounds: number;
  /** Votes that nobody has. */
  unallocatedTenths: number;
  anchors: RecapAnchor[];
  supporters: { id: string; name: string; votesTenths: number }[];
}

/** Sums up an ended show, corrections included; null for a show that has not ended or has no gifts. */
export function recapOf(state: GameState): Recap | null {
  if (state.status !== 'ended' || state.seen.count === 0) return null;
  const { counted, unallocated, givers } = totals(state);
  return {
    startedAt: state.startedAt,
    endedAt: state.endedAt,
    votesTenths: counted.votesTenths,
    gifts: counted.count,
    diamonds: counted.diamonds,
    givers,
    rounds: state.rounds.filter(({ settlement }) => settlement !== null).length,
    unallocatedTenths: unallocated.votesTenths,
    anchors: anchorsOf(state),
    supporters: supportersOf(state),
  };
}

function anchorsOf(state: GameState): RecapAnchor[] {
  const won = new Map<string, number>();
  for (const round of state.rounds) {
    for (const id of winnersOf(round)) won.set(id, (won.get(id) ?? 0) + 1);
  }
  return ranking(state).map(({ anchorId, anchor, former, rank, votesTenths, count, diamonds }) => {
    const { nickname = '', avatar = '', username = '' } = anchor ?? former ?? {};
    return {
      anchorId,
      nickname,
      avatar,
      username,
      rank,
      votesTenths,
      gifts: count,
      diamonds,
      won: won.get(anchorId) ?? 0,
    };
  });
}

function supportersOf({ viewers }: GameState): Recap['supporters'] {
  const top = new TopList({
    limit: MOST_SUPPORTERS,
    all: () => viewers,
    find: (id) => viewers.get(id),
    score: ({ votesTenths }) => votesTenths,
    compareKeys: (a, b) => (a < b ? -1 : 1),
  });
  return top.entries().map(({ key, item: { name, votesTenths } }) => ({ id: key, name, votesTenths }));
}
