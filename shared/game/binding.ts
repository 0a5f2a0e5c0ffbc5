import type { Viewer } from '../contract/snapshot.ts';
import type { AnchorCredits, PresetTable } from './table.ts';

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
export function bindByGift(viewer: Viewer, anchorId: string): void {
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
