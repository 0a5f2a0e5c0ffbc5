/**
 * Where effects may be drawn: four bands along the edges of the page. What is inside of them has no canvas at
 * all, so that nothing can ever lie over a face.
 */

/** Part of the width and of the height that a band takes at most; the middle 60 % stay clear. */
const BAND = 0.2;
/** Lengths are told in units: a page is 1080 of them on its shorter side, whatever its pixels are. */
const SHORT_SIDE = 1080;
/** Bands of a wide page are no deeper than this many units, or the art on them would lose its edge. */
const DEEPEST = 340;

export const edges = ['left', 'right', 'top', 'bottom'] as const;
export type Edge = (typeof edges)[number];

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface EffectPage {
  /** Of the page, in units. */
  width: number;
  height: number;
  /** CSS pixels of one unit. */
  unit: number;
  /** How deep the bands are, in units. */
  side: number;
  top: number;
  bottom: number;
  /** In units; each begins and ends on a whole pixel, and none overlaps another. */
  bands: readonly (Box & { edge: Edge })[];
}

export interface Indents {
  /** Percent of the page's height that stays free above and below. */
  top: number;
  bottom: number;
}

/** The bands of a page of so many CSS pixels. With an indent a band begins further in and ends where it did. */
export function layOut(
  widthPx: number,
  heightPx: number,
  indents: Indents = { top: 0, bottom: 0 },
): EffectPage {
  const unit = Math.max(1, Math.min(widthPx, heightPx)) / SHORT_SIDE;
  const first = Math.floor((heightPx * indents.top) / 100);
  const last = heightPx - Math.floor((heightPx * indents.bottom) / 100);
  const deep = (px: number) => Math.floor(Math.min(px * BAND, DEEPEST * unit));
  const side = deep(widthPx);
  const topEnd = Math.max(first, Math.min(last, first + deep(heightPx), Math.floor(heightPx * BAND)));
  const bottomStart = Math.min(
    last,
    Math.max(topEnd, last - deep(heightPx), Math.ceil(heightPx * (1 - BAND))),
  );
  const box = (edge: Edge, x: number, y: number, width: number, height: number) => ({
    edge,
    x: x / unit,
    y: y / unit,
    width: width / unit,
    height: height / unit,
  });
  const bands = [
    box('left', 0, first, side, last - first),
    box('right', widthPx - side, first, side, last - first),
    box('top', side, first, widthPx - 2 * side, topEnd - first),
    box('bottom', side, bottomStart, widthPx - 2 * side, last - bottomStart),
  ].filter((band) => band.width >= 1 && band.height >= 1);
  return {
    width: widthPx / unit,
    height: heightPx / unit,
    unit,
    side: side / unit,
    top: topEnd / unit,
    bottom: (heightPx - bottomStart) / unit,
    bands,
  };
}

/** How far a point (units) is from the part that stays clear, 0 inside of it. */
export function distanceToClear(page: EffectPage, x: number, y: number): number {
  const across = Math.max(page.side - x, x - (page.width - page.side), 0);
  const along = Math.max(page.top - y, y - (page.height - page.bottom), 0);
  return Math.hypot(across, along);
}
