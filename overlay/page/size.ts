/** Everything is drawn for a page of this many units. */
export const PAGE = { width: 1080, height: 1920 } as const;

/** Units in one rem. Small rems would meet the smallest font size of a browser. */
export const UNITS_PER_REM = 100;

/** Wider than this times its height, a page was cut to one widget, not to the stream. */
const STRIP = 2;

/**
 * px of one rem on a page of this size (px), at the host's scale in percent. The short side of a page counts, so
 * that a widget is as large on a landscape page as on a portrait one; on a strip it fills the width.
 */
export function remOf(width: number, height: number, scale: number): number {
  const side = width > STRIP * height ? width : Math.min(width, height);
  return (side / PAGE.width) * UNITS_PER_REM * (scale / 100);
}

/**
 * px of one rem at which content fits that takes `needed` px of height (or width) at `rem`, where there are
 * `room` px. Never larger than `wanted`; what has no size yet changes nothing.
 */
export function fittingRem(wanted: number, rem: number, needed: number, room: number): number {
  if (needed <= 0 || room <= 0 || rem <= 0) return wanted;
  return Math.min(wanted, (rem * room) / needed);
}
