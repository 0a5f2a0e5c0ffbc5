import type { GiftInput } from '../contract/input.ts';
import type { Reason } from '../contract/ledger.ts';
import type { Status, Viewer } from '../contract/snapshot.ts';
import { automaticAnchor, bindByGift, isBound, manualAnchor } from './binding.ts';
import type { GameState } from './state.ts';
import type { AnchorCredits, Credit } from './table.ts';

const unbound: Credit = { target: 'unallocated', reason: 'unbound' };
const suspended: Credit = { target: 'unallocated', reason: 'suspended' };
const outOfPrice: Credit = uncounted('price');
const notStarted = uncounted('notStarted');

/** Why nothing counts in a status; null where gifts count. */
const closed: Readonly<Record<Status, Credit | null>> = {
  initialization: notStarted,
  ready: notStarted,
  counting: null,
  paused: uncounted('paused'),
  ended: uncounted('ended'),
};

/**
 * Gives new pieces of a gift their credit, and moves the viewer's binding when it is an anchor's exclusive
 * gift. In this order: the recipient whom the sender chose, which binds nobody; the exclusive gift; the
 * binding by hand; the automatic one; nobody. A gift that is not counted still binds, because the viewer has
 * shown all the same whom they are for; after the end nothing moves any more. `status` is the one that holds for
 * the gift; with `binds` false no binding moves.
 */
export function creditGift(
  state: GameState,
  viewer: Viewer,
  gift: GiftInput,
  status: Status,
  binds = true,
): Credit {
  const table = state.table;
  const chosen = gift.to === undefined ? undefined : recipientOf(state, gift.to);
  const exclusive = chosen === undefined ? table.exclusive.get(gift.giftId) : undefined;
  if (binds && exclusive !== undefined && !table.singleGiftBinding && bindingsMove(status)) {
    bindByGift(viewer, exclusive.anchorId);
  }

  const why = closed[status];
  if (why !== null) return why;
  if (gift.diamonds < table.minDiamonds || gift.diamonds > table.maxDiamonds) return outOfPrice;
  if (chosen !== undefined) return chosen.recipient;
  if (exclusive !== undefined) return exclusive.exclusive;
  if (state.suspended) return isBound(table, viewer) ? suspended : unbound;
  const manual = manualAnchor(table, viewer);
  if (manual !== undefined) return manual.manual;
  return automaticAnchor(table, viewer)?.automatic ?? unbound;
}

/**
 * The anchor whose account the sender chose. Every message names the room's owner when nobody was chosen, so
 * the owner's own account is never a choice, even when the owner is an anchor too.
 */
function recipientOf(state: GameState, to: { id: string; username: string }): AnchorCredits | undefined {
  const username = to.username.toLowerCase();
  const room = state.room;
  if (room !== null) {
    if (room.ownerId !== '' && room.ownerId === to.id) return undefined;
    if (username !== '' && room.username.toLowerCase() === username) return undefined;
  }
  return state.table.userIds.get(to.id) ?? state.table.usernames.get(username);
}

function bindingsMove(status: Status): boolean {
  return status === 'counting' || status === 'paused' || status === 'ready';
}

/** The credit of every gift while the session has a status that counts none; null where it counts. */
export function closedBy(status: Status): Credit | null {
  return closed[status];
}

function uncounted(reason: Reason): Credit {
  return { target: 'uncounted', reason };
}
