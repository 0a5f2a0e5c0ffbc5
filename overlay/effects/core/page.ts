/*
 * Effects are drawn on four bands along the edges of the page. The middle has no canvas, so that nothing can cover a
 * face.
 */

/** Maximum share of the page's width and height per band: the middle 60 % stay clear. */
const MAX_BAND_SHARE = 0.2;
/** Units of the page's shorter side. */
const SHORT_SIDE = 1080;
/** Maximum depth of a band in units: on wide pages, the art would not fill a deeper one. */
const MAX_DEPTH = 340;

const edges = ['left', 'right', 'top', 'bottom'] as const;
type Edge = (typeof edges)[number];

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface EffectPage {
  /** Size of the page in units. */
  width: number;
  height: number;
  /** CSS pixels of one unit. */
  unit: number;
  /** Depth of the bands in units. */
  side: number;
  top: number;
  bottom: number;
  /** In units. Bands begin and end on whole pixels and do not overlap. */
  bands: readonly (Box & { edge: Edge })[];
}

interface Indents {
  /** Percent of the page's height that stays free above and below. */
  top: number;
  bottom: number;
}

/** Computes the bands of a page (CSS pixels). An indent cuts a band's outer part; its inner end stays in place. */
export function layOut(
  widthPx: number,
  heightPx: number,
  indents: Indents = { top: 0, bottom: 0 },
): EffectPage {
  const unit = Math.max(1, Math.min(widthPx, heightPx)) / SHORT_SIDE;
  const first = Math.floor((heightPx * indents.top) / 100);
  const last = heightPx - Math.floor((heightPx * indents.bottom) / 100);
  const deep = (px: number) => Math.floor(Math.min(px * MAX_BAND_SHARE, MAX_DEPTH * unit));
  const side = deep(widthPx);
  const topEnd = Math.max(
    first,
    Math.min(last, first + deep(heightPx), Math.floor(heightPx * MAX_BAND_SHARE)),
  );
  const bottomStart = Math.min(
    last,
    Math.max(topEnd, last - deep(heightPx), Math.ceil(heightPx * (1 - MAX_BAND_SHARE))),
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

/** Distance of a point (units) from the clear middle; 0 inside it. */
export function distanceToClear(page: EffectPage, x: number, y: number): number {
  const across = Math.max(page.side - x, x - (page.width - page.side), 0);
  const along = Math.max(page.top - y, y - (page.height - page.bottom), 0);
  return Math.hypot(across, along);
}
