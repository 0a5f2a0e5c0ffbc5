import type { OverlayAnchor, OverlayFormer, OverlayScore, OverlayState } from '../contract/overlay/state.ts';
import type { Anchor } from '../contract/preset.ts';
import type { Side } from '../contract/round.ts';
import type { FormerAnchor } from '../contract/snapshot.ts';
import { roundVotes, showVotes } from '../game/anchorVotes.ts';
import { breakthroughs, outOf, type Round, streakOf } from '../game/round/view.ts';
import { tallyOf } from '../game/selectors.ts';
import type { GameState } from '../game/state.ts';
import { anchorIdOf, anchorTarget } from '../game/table.ts';
import type { AllTime } from './allTime.ts';
import { formerAnchorsOf, isNamed, showTenthsByAccount } from './formerAnchors.ts';

/** What is known of an anchor beside the game. */
export interface AnchorFacts {
  /** Path of the picture on the hub; empty for none. */
  picture(anchor: FormerAnchor): string;
  /** Whether its own account is live; null when nobody knows. */
  live(anchor: Anchor): boolean | null;
}

export function buildAnchors(state: GameState, facts: AnchorFacts): OverlayState['anchors'] {
  const anchors = state.preset?.anchors ?? [];
  return Object.fromEntries(
    anchors.map((anchor, order): [string, OverlayAnchor] => [
      anchor.id,
      {
        nickname: anchor.nickname,
        avatar: facts.picture(anchor),
        order,
        giftIds: anchor.gift?.ids ?? [],
        live: facts.live(anchor),
      },
    ]),
  );
}

/** Who is named and not in the preset. */
export function buildFormer(
  state: GameState,
  round: Round | null,
  facts: AnchorFacts,
): OverlayState['former'] {
  return Object.fromEntries(
    formerAnchorsOf(state, round).map((anchor): [string, OverlayFormer] => [
      anchor.id,
      { nickname: anchor.nickname, avatar: facts.picture(anchor) },
    ]),
  );
}

export function buildScores(state: GameState, round: Round | null, all: AllTime): OverlayState['scores'] {
  const over = overBy(round);
  const votes = showVotes(state);
  const ofAccounts = showTenthsByAccount(state, votes);
  const former = formerAnchorsOf(state, round).filter((anchor) => isNamed(votes, round, anchor));
  return Object.fromEntries(
    [...(state.preset?.anchors ?? []), ...former].map((anchor): [string, OverlayScore] => {
      const { id } = anchor;
      const show = tallyOf(state, anchorTarget(id));
      const showTenths = votes.get(id) ?? 0;
      const own = round?.targets.get(anchorTarget(id));
      const out = outOf(state, id);
      const ofAccount = ofAccounts === null ? showTenths : ofAccounts.get(id);
      return [
        id,
        {
          roundTenths: round === null ? 0 : roundVotes(round, id),
          showTenths,
          roundCount: own?.count ?? 0,
          showCount: show.count,
          roundDiamonds: own?.diamonds ?? 0,
          showDiamonds: show.diamonds,
          allTenths: ofAccount === undefined ? 0 : ofAccount + all.anchorTenths(anchor),
          streak: streakOf(state, id),
          side: round === null ? null : sideOfAnchor(round, id),
          out: out !== null,
          final: out?.final ?? false,
          reviving: out !== null && !out.final && isTried(state, id),
          overTenths: over.get(id) ?? null,
        },
      ];
    }),
  );
}

function sideOfAnchor(round: Round, id: string): Side | null {
  return round.sideOf.get(anchorTarget(id)) ?? null;
}

/** A side's breakthrough is that of everyone in it. */
function overBy(round: Round | null): Map<string, number> {
  const over = new Map<string, number>();
  for (const { scorer, overTenths } of round === null ? [] : breakthroughs(round)) {
    const anchorId = anchorIdOf(scorer);
    const side = scorer === 'attacker' || scorer === 'defender' ? scorer : null;
    const ids = anchorId !== null ? [anchorId] : side === null ? [] : (round?.[side].anchors ?? []);
    for (const id of ids) over.set(id, overTenths);
  }
  return over;
}

function isTried(state: GameState, id: string): boolean {
  const last = state.rounds.at(-1);
  return last?.kind === 'resurrection' && last.phase !== 'settled' && last.anchors.includes(id);
}
