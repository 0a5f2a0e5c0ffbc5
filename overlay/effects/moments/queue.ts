import type { OverlayMoment } from '#shared/contract/overlay/state.ts';

/** Seconds that each kind takes. */
export const momentSeconds: Readonly<Record<OverlayMoment['kind'], number>> = {
  settlement: 3,
  breakthrough: 2.4,
  resurrection: 2.8,
  streak: 2,
  gameplay: 3,
};

/** Which kind gives way when too many wait: the lower number first. */
const weights: Readonly<Record<OverlayMoment['kind'], number>> = {
  streak: 0,
  gameplay: 0,
  breakthrough: 1,
  resurrection: 2,
  settlement: 3,
};

export const LONGEST_QUEUE = 3;

/**
 * The moments that wait with one more. Those of one kind that tell the same are one; when too many wait, the
 * least of them is dropped, for a moment that comes late is none. Never longer than `LONGEST_QUEUE`.
 */
export function enqueue(waiting: readonly OverlayMoment[], next: OverlayMoment): OverlayMoment[] {
  const merged: OverlayMoment[] = [];
  let taken = false;
  for (const moment of waiting) {
    const both: OverlayMoment | null = taken ? null : mergeOf(moment, next);
    merged.push(both ?? moment);
    taken ||= both !== null;
  }
  if (!taken) merged.push(next);
  while (merged.length > LONGEST_QUEUE) {
    const least = Math.min(...merged.map((moment) => weights[moment.kind]));
    merged.splice(
      merged.findIndex((moment) => weights[moment.kind] === least),
      1,
    );
  }
  return merged;
}

/** One moment that tells both, or null when they are two. */
function mergeOf(one: OverlayMoment, next: OverlayMoment): OverlayMoment | null {
  if (one.kind === 'settlement' && next.kind === 'settlement') return next;
  if (one.kind === 'breakthrough' && next.kind === 'breakthrough') {
    return { ...one, anchorIds: [...new Set([...one.anchorIds, ...next.anchorIds])] };
  }
  if (one.kind === 'gameplay' && next.kind === 'gameplay') return one.entryId === next.entryId ? next : null;
  const sameAnchor = 'anchorId' in one && 'anchorId' in next && one.anchorId === next.anchorId;
  return sameAnchor && one.kind === next.kind ? next : null;
}
