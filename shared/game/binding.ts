import type { Viewer } from '../contract/snapshot.ts';
import type { AnchorCredits, PresetTable } from './table.ts';

/*
 * A viewer is bound to an anchor by hand, automatically by an exclusive gift, or not at all. Both bindings
 * are remembered side by side; the one by hand is in force. A binding to an anchor that the present preset
 * does not have is kept, in case that preset comes back, but is not in force.
 */

/** The anchor of the binding by hand, if it is in force. */
export function manualAnchor(table: PresetTable, viewer: Viewer): AnchorCredits | undefined {
  return viewer.manual === null ? undefined : table.anchors.get(viewer.manual);
}

/** The anchor of the binding by an exclusive gift, whether or not one by hand overrides it. */
export function automaticAnchor(table: PresetTable, viewer: Viewer): AnchorCredits | undefined {
  return viewer.automatic === null ? undefined : table.anchors.get(viewer.automatic);
}

/** Suspending bindings is left aside here: it makes them invalid for the time being, it does not end them. */
export function isBound(table: PresetTable, viewer: Viewer): boolean {
  return manualAnchor(table, viewer) !== undefined || automaticAnchor(table, viewer) !== undefined;
}

/**
 * The viewer sent this anchor's exclusive gift. It moves a binding by hand to another anchor too, unless that
 * one is pinned.
 */
export function bindByGift(viewer: Viewer, anchorId: string): void {
  viewer.automatic = anchorId;
  if (viewer.manual !== null && viewer.manual !== anchorId && !viewer.pinned) viewer.manual = null;
}

/** A pin belongs to the binding that it was set on: another anchor begins without one. */
export function bindByHand(viewer: Viewer, anchorId: string): void {
  if (viewer.manual !== anchorId) viewer.pinned = false;
  viewer.manual = anchorId;
}

/**
 * Takes off the binding in force: the one by hand, so that an automatic one below it counts again, else the
 * automatic one.
 */
export function unbind(table: PresetTable, viewer: Viewer): void {
  if (manualAnchor(table, viewer) === undefined) viewer.automatic = null;
  viewer.manual = null;
  viewer.pinned = false;
}

/** Pinning an automatic binding makes it one by hand first: only such a one can be kept. */
export function pin(table: PresetTable, viewer: Viewer, pinned: boolean): void {
  if (pinned && manualAnchor(table, viewer) === undefined) viewer.manual = viewer.automatic;
  viewer.pinned = pinned;
}
