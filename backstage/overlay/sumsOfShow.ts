import { showVotes } from '#shared/game/anchorVotes.ts';
import { totals } from '#shared/game/selectors.ts';
import type { GameState } from '#shared/game/state.ts';
import type { ShowSums } from './pastShows.ts';

/** What a show that is over adds to the sums of all, as its report has it. */
export function sumsOfShow(state: GameState): ShowSums {
  const known = [...state.formerAnchors.values(), ...(state.preset?.anchors ?? [])];
  const accounts = new Map(known.map(({ id, username }) => [id, username.toLowerCase()]));
  const anchors = Array.from(showVotes(state), ([key, votesTenths]) => ({
    key,
    username: accounts.get(key) ?? '',
    votesTenths,
  }));
  const viewers = [...state.viewers.values()]
    .filter(({ count }) => count > 0)
    .map(({ id: key, name, count, diamonds, votesTenths }) => ({ key, name, count, diamonds, votesTenths }));
  const gifts = [...state.gifts.values()].map(({ id, name, unitDiamonds, count, diamonds, votesTenths }) => ({
    ...{ key: String(id), name, unitDiamonds, count, diamonds, votesTenths },
  }));
  return { anchors, viewers, gifts, totals: totals(state).counted };
}
