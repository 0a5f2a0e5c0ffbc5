import { anchorRanking } from '../game/report.ts';
import { anchorOf } from '../game/selectors.ts';
import type { GameState } from '../game/state.ts';
import type { SeasonEntry } from './ranking.ts';

/** What a show adds to the ranking of the anchors: the numbers of its report. */
export function anchorEntries(state: GameState): SeasonEntry[] {
  return anchorRanking(state).map(({ anchorId, count, diamonds, votesTenths, rounds, wins }) => {
    const anchor = anchorOf(state, anchorId);
    const [name, account] = [anchor?.nickname ?? '', anchor?.username ?? ''];
    return { id: anchorId, name, account, count, diamonds, votesTenths, rounds, wins };
  });
}

/** What a show adds to the ranking of the viewers. A viewer's id is the same in all shows. */
export function viewerEntries(state: GameState): SeasonEntry[] {
  return [...state.viewers.values()]
    .filter((viewer) => viewer.count > 0)
    .map(({ id, name, count, diamonds, votesTenths }) => ({
      id,
      name,
      account: '',
      count,
      diamonds,
      votesTenths,
      rounds: 0,
      wins: 0,
    }));
}
