import type { GiftInput } from '../contract/input.ts';
import type { Reason } from '../contract/ledger.ts';
import type { Status, Viewer } from '../contract/snapshot.ts';
import type { GameState } from './state.ts';
import type { AnchorCredits, Credit, PresetTable } from './table.ts';

/*
 * A viewer has a manual binding (set by an operator), an automatic binding (set by an exclusive gift), both or none.
 * The manual binding overrides the automatic one. A binding to an anchor that the current preset lacks is stored, in
 * case its preset returns, but has no effect.
 */

/** The anchor of the manual binding, if the current preset has it. */
export function manualAnchor(table: PresetTable, viewer: Viewer): AnchorCredits | undefined {
  return viewer.manual === null ? undefined : table.anchors.get(viewer.manual);
}

/** The anchor of the automatic binding, whether or not a manual binding overrides it. */
export function automaticAnchor(table: PresetTable, viewer: Viewer): AnchorCredits | undefined {
  return viewer.automatic === null ? undefined : table.anchors.get(viewer.automatic);
}

/** Whether a binding exists. The result ignores `suspended`: a suspension pauses bindings and does not remove them. */
export function isBound(table: PresetTable, viewer: Viewer): boolean {
  return manualAnchor(table, viewer) !== undefined || automaticAnchor(table, viewer) !== undefined;
}

/** Binds a viewer who sent this anchor's exclusive gift. It also ends an unpinned manual binding to another anchor. */
function bindByGift(viewer: Viewer, anchorId: string): void {
  viewer.automatic = anchorId;
  if (viewer.manual !== null && viewer.manual !== anchorId && !viewer.pinned) viewer.manual = null;
}

/** Sets the manual binding. A pin belongs to one binding, so a change of anchor removes the pin. */
export function bindByHand(viewer: Viewer, anchorId: string): void {
  if (viewer.manual !== anchorId) viewer.pinned = false;
  viewer.manual = anchorId;
}

/** Removes the manual binding, after which an automatic one applies again; without a manual one, the automatic one. */
export function unbind(table: PresetTable, viewer: Viewer): void {
  if (manualAnchor(table, viewer) === undefined) viewer.automatic = null;
  viewer.manual = null;
  viewer.pinned = false;
}

/** Pins or unpins the binding. Pinning an automatic binding turns it into a manual one, as only those can be pinned. */
export function pin(table: PresetTable, viewer: Viewer, pinned: boolean): void {
  if (pinned && manualAnchor(table, viewer) === undefined) viewer.manual = viewer.automatic;
  viewer.pinned = pinned;
}

const unbound: Credit = { target: 'unallocated', reason: 'unbound' };
const suspended: Credit = { target: 'unallocated', reason: 'suspended' };
const outOfPrice: Credit = uncounted('price');
const notStarted = uncounted('notStarted');

/** The credit of every gift in a status in which none counts; null where gifts count. */
const closed: Readonly<Record<Status, Credit | null>> = {
  initialization: notStarted,
  ready: notStarted,
  counting: null,
  paused: uncounted('paused'),
  ended: uncounted('ended'),
};

/**
 * Decides the credit of a gift's new pieces. An anchor's exclusive gift also moves the viewer's binding.
 *
 * The first rule that applies wins: the recipient that the sender chose (it binds nobody), the exclusive gift, the
 * manual binding, the automatic binding, nobody. An uncounted gift still binds, because it shows whom the viewer
 * supports; after the session's end no binding moves. `status` is the one that holds for the gift. With `binds` false
 * no binding moves.
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

  const whileClosed = closed[status];
  if (whileClosed !== null) return whileClosed;
  if (gift.diamonds < table.minDiamonds || gift.diamonds > table.maxDiamonds) return outOfPrice;
  if (chosen !== undefined) return chosen.recipient;
  if (exclusive !== undefined) return exclusive.exclusive;
  if (state.suspended) return isBound(table, viewer) ? suspended : unbound;
  const manual = manualAnchor(table, viewer);
  if (manual !== undefined) return manual.manual;
  return automaticAnchor(table, viewer)?.automatic ?? unbound;
}

/**
 * The anchor whose account the sender chose. If the sender chose nobody, the platform names the room's owner. So the
 * owner's account never counts as a choice, even if the owner is an anchor.
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

/** The credit of every gift while the session has a status in which none counts; null where gifts count. */
export function creditWhileClosed(status: Status): Credit | null {
  return closed[status];
}

function uncounted(reason: Reason): Credit {
  return { target: 'uncounted', reason };
}
