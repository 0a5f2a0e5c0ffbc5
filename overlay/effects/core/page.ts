/*
 * Effects are drawn on four bands along the edges of the page. The middle has no canvas. At the height of the
 * performers' faces, only a thin border is opaque, because the outer performers stand close to the edges.
 */

/** Maximum share of the page's width and height per band: the middle 60 % stay clear. */
const MAX_BAND_SHARE = 0.2;
/** Where faces are, as shares of the page's height. */
const FACES = { from: 0.25, until: 0.55 };
/** Width of the opaque border at face height, and of its soft edge (units). */
const BORDER = 14;
const BORDER_FADE = 12;
/** Maximum opacity beside that border. The still picture, the moving parts and a moment lie above each other. */
const FACE_OPACITY = 0.05;
/** Height over which the opacity changes above and below the faces (units). */
const FACE_FADE = 150;
/** Length of the fade-out before the clear middle: across the side in units, above and below as a share of the band. */
const FADE_ACROSS = 46;
const FADE_ALONG = 0.32;
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

interface Margins {
  /** Percent of the page's height that stays free above and below. */
  top: number;
  bottom: number;
  /** Depth of the left and right bands in percent of the page's width. */
  side: number;
}

/** Computes the bands of a page (CSS pixels). An indent cuts a band's outer part; its inner end stays in place. */
export function layOut(widthPx: number, heightPx: number, indents: Margins): EffectPage {
  const unit = Math.max(1, Math.min(widthPx, heightPx)) / SHORT_SIDE;
  const first = Math.floor((heightPx * indents.top) / 100);
  const last = heightPx - Math.floor((heightPx * indents.bottom) / 100);
  const deep = (px: number, share = MAX_BAND_SHARE) => Math.floor(Math.min(px * share, MAX_DEPTH * unit));
  const side = deep(widthPx, Math.min(MAX_BAND_SHARE, indents.side / 100));
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

/** The largest opacity (0 to 1) of an effect at a point (units): soft at the clear middle, low in front of faces. */
export function opacityAt(page: EffectPage, x: number, y: number): number {
  const across = Math.max(page.side - x, x - (page.width - page.side), 0);
  const fromTop = (page.top - y) / Math.max(1, page.top);
  const fromBottom = (y - (page.height - page.bottom)) / Math.max(1, page.bottom);
  const along = Math.max(fromTop, fromBottom, 0);
  const feathered = smooth(Math.hypot(across / FADE_ACROSS, along / FADE_ALONG));
  const fromFaces = Math.max(FACES.from * page.height - y, y - FACES.until * page.height, 0);
  const fromBorder = Math.min(x, page.width - x) - BORDER;
  const besideFaces = Math.max(smooth(fromFaces / FACE_FADE), 1 - smooth(fromBorder / BORDER_FADE));
  return feathered * (FACE_OPACITY + (1 - FACE_OPACITY) * besideFaces);
}

/** Rises smoothly from 0 at 0 to 1 at 1. */
function smooth(value: number): number {
  const part = Math.max(0, Math.min(1, value));
  return part * part * (3 - 2 * part);
}
