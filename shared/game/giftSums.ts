import type { GiftInput } from '../contract/input.ts';
import type { GiftTally, StreakPart, Tally, Viewer } from '../contract/snapshot.ts';
import { endWhenReached } from './round/phases.ts';
import { giveToRound, type RoundEntry, takeFromRound } from './round/votes.ts';
import type { GameState, KnownViewer } from './state.ts';
import { placeOfPart } from './streaks.ts';
import { addToTarget } from './tally.ts';

/** The fields of a gift that describe its sender and its kind. */
type GiftDescription = Pick<GiftInput, 'at' | 'user' | 'giftId' | 'giftName' | 'diamonds'>;

/** Adds the viewer of a first gift to the state. */
export function addViewer(state: GameState, gift: GiftDescription): KnownViewer {
  const { id, name, username } = gift.user;
  const viewer: KnownViewer = {
    id,
    name,
    username,
    firstAt: gift.at,
    lastAt: gift.at,
    count: 0,
    diamonds: 0,
    votesTenths: 0,
    manual: null,
    pinned: false,
    automatic: null,
    round: 0,
    roundCount: 0,
    roundVotesTenths: 0,
    recentGiftId: 0,
    recentGroup: '',
    recent: null,
  };
  state.viewers.set(id, viewer);
  return viewer;
}

/**
 * Takes over the names of the newest message that has them. An equal name is not assigned: each message brings its own
 * string, and keeping the older one saves memory.
 */
export function updateNames(viewer: KnownViewer, gift: GiftDescription): KnownViewer {
  const { name, username } = gift.user;
  if (name !== '' && viewer.name !== name) viewer.name = name;
  if (username !== '' && viewer.username !== username) viewer.username = username;
  return viewer;
}

/** Returns the sums of this kind of gift, under its newest name and price. */
export function giftTallyOf(state: GameState, gift: GiftDescription): GiftTally {
  const known = state.gifts.get(gift.giftId);
  if (known !== undefined) {
    if (gift.giftName !== '' && known.name !== gift.giftName) known.name = gift.giftName;
    known.unitDiamonds = gift.diamonds;
    return known;
  }
  const kind: GiftTally = {
    id: gift.giftId,
    name: gift.giftName,
    unitDiamonds: gift.diamonds,
    count: 0,
    diamonds: 0,
    votesTenths: 0,
  };
  state.gifts.set(gift.giftId, kind);
  return kind;
}

/** An entry with everything that it is summed under. */
interface SumsEntry extends RoundEntry {
  kind: GiftTally;
  /** The round's id; 0 for none. */
  round: number;
}

/** Adds a gift to every sum that it belongs to. */
export function addSums(state: GameState, entry: SumsEntry): void {
  const { viewer, kind, target, part, at } = entry;
  const counted = target === 'uncounted' ? 0 : part.votesTenths;
  state.seen.count += part.count;
  state.seen.diamonds += part.diamonds;
  state.seen.votesTenths += part.votesTenths;
  viewer.count += part.count;
  viewer.diamonds += part.diamonds;
  viewer.votesTenths += counted;
  viewer.lastAt = at;
  kind.count += part.count;
  kind.diamonds += part.diamonds;
  kind.votesTenths += counted;
  addToTarget(state.targets, target, entry.rows, part.count, part.diamonds, part.votesTenths);
  const round = entry.round === 0 ? undefined : state.rounds[entry.round - 1];
  if (round === undefined) return;
  giveToRound(round, entry);
  if (round.kind === 'resurrection') endWhenReached(state, round, at);
}

/** Takes pieces of a row out of every sum that they belong to. */
export function takeSums(
  state: GameState,
  viewer: Viewer,
  kind: GiftTally,
  part: StreakPart,
  pieces: Tally,
): void {
  const target = part.corrected ?? part.autoTarget;
  const counted = target === 'uncounted' ? 0 : pieces.votesTenths;
  for (const sums of [state.seen, viewer, kind]) {
    sums.count -= pieces.count;
    sums.diamonds -= pieces.diamonds;
    sums.votesTenths -= sums === state.seen ? pieces.votesTenths : counted;
  }
  addToTarget(state.targets, target, 0, -pieces.count, -pieces.diamonds, -pieces.votesTenths);
  const place = placeOfPart(part);
  const round = place.round === 0 ? undefined : state.rounds[place.round - 1];
  if (round !== undefined) takeFromRound(round, viewer, target, place.late, { ...pieces, rowId: part.rowId });
}
