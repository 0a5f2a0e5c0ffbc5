import type { OverlayMoment } from '#shared/contract/overlay/state.ts';

/** Duration of each kind (s). */
export const momentSeconds: Readonly<Record<OverlayMoment['kind'], number>> = {
  settlement: 5.5,
  breakthrough: 5,
  resurrection: 5.5,
  streak: 5,
  gameplay: 5,
};

/** A full queue drops a moment with the lowest priority. */
const priorities: Readonly<Record<OverlayMoment['kind'], number>> = {
  streak: 0,
  gameplay: 0,
  breakthrough: 1,
  resurrection: 2,
  settlement: 3,
};

export const MAX_QUEUE = 3;

/**
 * Adds a moment to the queue. Merges it with a queued moment about the same event. A queue longer than `MAX_QUEUE`
 * drops the oldest moment with the lowest priority, because a late moment has no meaning.
 */
export function enqueue(waiting: readonly OverlayMoment[], next: OverlayMoment): OverlayMoment[] {
  const merged: OverlayMoment[] = [];
  let isMerged = false;
  for (const moment of waiting) {
    const both: OverlayMoment | null = isMerged ? null : mergeOf(moment, next);
    merged.push(both ?? moment);
    isMerged ||= both !== null;
  }
  if (!isMerged) merged.push(next);
  while (merged.length > MAX_QUEUE) {
    const lowest = Math.min(...merged.map((moment) => priorities[moment.kind]));
    merged.splice(
      merged.findIndex((moment) => priorities[moment.kind] === lowest),
      1,
    );
  }
  return merged;
}

/** Merges two moments; null if they are about different events. */
function mergeOf(one: OverlayMoment, next: OverlayMoment): OverlayMoment | null {
  if (one.kind === 'settlement' && next.kind === 'settlement') return next;
  if (one.kind === 'breakthrough' && next.kind === 'breakthrough') {
    return { ...one, anchorIds: [...new Set([...one.anchorIds, ...next.anchorIds])] };
  }
  if (one.kind === 'gameplay' && next.kind === 'gameplay') return one.entryId === next.entryId ? next : null;
  const sameAnchor = 'anchorId' in one && 'anchorId' in next && one.anchorId === next.anchorId;
  return sameAnchor && one.kind === next.kind ? next : null;
}
