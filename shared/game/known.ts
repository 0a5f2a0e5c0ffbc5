import type { GiftInput } from '../contract/input.ts';
import type { GiftTally } from '../contract/snapshot.ts';
import type { GameState, KnownViewer } from './state.ts';

/** What a gift says of its sender and its kind. */
export type Described = Pick<GiftInput, 'at' | 'user' | 'giftId' | 'giftName' | 'diamonds'>;

/** The first gift of a viewer. */
export function meet(state: GameState, gift: Described): KnownViewer {
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
 * Names are those of the newest message that has them. An equal one is not put in place of another: every message
 * brings strings of its own, which would be kept for nothing.
 */
export function rename(viewer: KnownViewer, gift: Described): KnownViewer {
  const { name, username } = gift.user;
  if (name !== '' && viewer.name !== name) viewer.name = name;
  if (username !== '' && viewer.username !== username) viewer.username = username;
  return viewer;
}

/** The sums of a kind of gift, which is known by its newest name and price. */
export function kindOf(state: GameState, gift: Described): GiftTally {
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
