import type { OverlayAnchor, OverlayFormer, OverlayScore, OverlayState } from '../contract/overlay/state.ts';
import type { Anchor } from '../contract/preset.ts';
import type { Side } from '../contract/round.ts';
import type { FormerAnchor } from '../contract/snapshot.ts';
import { roundVotes, showVotes } from '../game/round/shares.ts';
import { breakthroughs, outOf, type Round, streakOf } from '../game/round/view.ts';
import { tallyOf } from '../game/selectors.ts';
import type { GameState } from '../game/state.ts';
import { anchorIdOf, anchorTarget } from '../game/table.ts';
import type { AllTime } from './allTime.ts';

/** Maximum number of former anchors that overlays receive. */
const MAX_FORMER = 100;

/** Facts about anchors that are not in the game state. */
export interface AnchorFacts {
  /** Path of the picture on the hub; '' if there is none. */
  picture(anchor: FormerAnchor): string;
  /** Whether the anchor's own account is live; null if unknown. */
  live(anchor: Anchor): boolean | null;
}

/** The anchors of the current preset by id. */
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

/** Anchors of earlier presets who still appear in the show. */
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

/** The scores by anchor id, also of former anchors with votes or in the shown round. */
export function buildScores(state: GameState, round: Round | null, all: AllTime): OverlayState['scores'] {
  const over = overTenthsByAnchor(round);
  const votes = showVotes(state);
  const accountTenths = showTenthsByAccount(state, votes);
  const former = formerAnchorsOf(state, round).filter((anchor) => hasScore(votes, round, anchor));
  return Object.fromEntries(
    [...(state.preset?.anchors ?? []), ...former].map((anchor): [string, OverlayScore] => {
      const { id } = anchor;
      const show = tallyOf(state, anchorTarget(id));
      const showTenths = votes.get(id) ?? 0;
      const roundTally = round?.targets.get(anchorTarget(id));
      const out = outOf(state, id);
      const allShowsTenths = accountTenths === null ? showTenths : accountTenths.get(id);
      return [
        id,
        {
          roundTenths: round === null ? 0 : roundVotes(round, id),
          showTenths,
          roundCount: roundTally?.count ?? 0,
          showCount: show.count,
          roundDiamonds: roundTally?.diamonds ?? 0,
          showDiamonds: show.diamonds,
          allTenths: allShowsTenths === undefined ? 0 : allShowsTenths + all.anchorTenths(anchor),
          streak: streakOf(state, id),
          side: round === null ? null : sideOfAnchor(round, id),
          out: out !== null,
          final: out?.final ?? false,
          reviving: out !== null && !out.final && isReviving(state, id),
          overTenths: over.get(id) ?? null,
        },
      ];
    }),
  );
}

function sideOfAnchor(round: Round, id: string): Side | null {
  return round.sideOf.get(anchorTarget(id)) ?? null;
}

/** Votes above the clearance score, in tenths, by anchor id. A side's breakthrough counts for each of its anchors. */
function overTenthsByAnchor(round: Round | null): Map<string, number> {
  const over = new Map<string, number>();
  for (const { scorer, overTenths } of round === null ? [] : breakthroughs(round)) {
    const anchorId = anchorIdOf(scorer);
    const side = scorer === 'attacker' || scorer === 'defender' ? scorer : null;
    const ids = anchorId !== null ? [anchorId] : side === null ? [] : (round?.[side].anchors ?? []);
    for (const id of ids) over.set(id, overTenths);
  }
  return over;
}

/** Whether a resurrection round for this anchor is open. */
function isReviving(state: GameState, id: string): boolean {
  const last = state.rounds.at(-1);
  return last?.kind === 'resurrection' && last.phase !== 'settled' && last.anchors.includes(id);
}

/**
 * Anchors who are not in the current preset, at most `MAX_FORMER`: members of the shown round first, then by votes in
 * the show, then by most recent departure.
 */
function formerAnchorsOf(state: GameState, round: Round | null): FormerAnchor[] {
  const former = new Map<string, FormerAnchor>();
  for (const anchor of [...state.formerAnchors.values()].reverse()) former.set(anchor.id, anchor);
  for (const target of state.targets.keys()) {
    const id = anchorIdOf(target);
    if (id !== null && !former.has(id) && !state.table.anchors.has(id)) former.set(id, nameless(id));
  }
  if (former.size === 0) return [];
  const playing = new Set(round?.anchors);
  const isPlaying = ({ id }: FormerAnchor) => Number(playing.has(id));
  return [...former.values()]
    .sort((a, b) => isPlaying(b) - isPlaying(a) || votesUnder(state, b.id) - votesUnder(state, a.id))
    .slice(0, MAX_FORMER);
}

/** Whether the anchor has votes in the show or is a member of the shown round. */
function hasScore(votes: ReadonlyMap<string, number>, round: Round | null, { id }: FormerAnchor): boolean {
  return votes.has(id) || (round?.anchors.includes(id) ?? false);
}

/**
 * The show's votes in tenths by anchor id, with the ids of one account merged. Presets may give an account several ids,
 * and past shows are summed by account. The current preset's id of an account gets all of its votes; without one, the
 * id that left last does, and the account's other ids are missing from the result. Null if no anchor has left: each id
 * then has its own votes.
 */
function showTenthsByAccount(
  state: GameState,
  votes: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> | null {
  if (state.formerAnchors.size === 0) return null;
  const sums = new Map<string, number>();
  const owners = new Map<string, string>();
  for (const { id, username } of state.preset?.anchors ?? []) {
    sums.set(id, votes.get(id) ?? 0);
    const account = username.toLowerCase();
    if (account !== '' && !owners.has(account)) owners.set(account, id);
  }
  for (const { id, username } of [...state.formerAnchors.values()].reverse()) {
    const account = username.toLowerCase();
    const owner = owners.get(account) ?? id;
    if (account !== '') owners.set(account, owner);
    sums.set(owner, (sums.get(owner) ?? 0) + (votes.get(id) ?? 0));
  }
  return sums;
}

function votesUnder(state: GameState, id: string): number {
  return state.targets.get(anchorTarget(id))?.votesTenths ?? 0;
}

function nameless(id: string): FormerAnchor {
  return { id, nickname: '', username: '', avatar: '', gift: null };
}
