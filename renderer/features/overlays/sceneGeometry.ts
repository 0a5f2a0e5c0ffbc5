import {
  MIN_SCENE_ITEM,
  type SceneItem,
  sceneSizes,
  type WidgetKind,
} from '#shared/contract/overlay/widget.ts';
import { boxSizes } from '#shared/overlay/boxSize.ts';
import type { PageSize } from './overlayPage.ts';

/** A rectangle on a scene's page (px). */
export type Box = Pick<SceneItem, 'x' | 'y' | 'width' | 'height'>;

/** How near (px) an edge must come to a line to snap to it. */
export const SNAP = 14;
/** How much of a widget (px) stays on the page, so that it can be found again. */
const STAYS = MIN_SCENE_ITEM;

export type Orientation = 'portrait' | 'landscape';

/** A part of the page that the platform's app covers for viewers. */
export interface CoveredZone extends Box {
  name: 'top' | 'chat' | 'buttons';
}

/**
 * Parts of a portrait page that the app usually covers, rounded up: the host's name and the viewers above, the chat
 * below, the buttons at the lower right. Phones and app versions differ. A landscape stream is shown in the middle of
 * the phone, with the app around it.
 */
export const coveredZones: Readonly<Record<Orientation, readonly CoveredZone[]>> = {
  portrait: [
    { name: 'top', x: 0, y: 0, width: 1080, height: 230 },
    { name: 'chat', x: 0, y: 1240, width: 860, height: 680 },
    { name: 'buttons', x: 860, y: 1240, width: 220, height: 680 },
  ],
  landscape: [],
};

/** Lines that edges and centres of widgets snap to (px). */
export interface SnapLines {
  x: readonly number[];
  y: readonly number[];
}

/** For moves that snap to nothing. */
export const noLines: SnapLines = { x: [], y: [] };

/** The lines of a page: its edges, its centre, the edges of the covered parts and of the other widgets. */
export function linesOf(page: PageSize, orientation: Orientation, others: readonly Box[]): SnapLines {
  const boxes = [...coveredZones[orientation], ...others];
  return {
    x: [0, page.width / 2, page.width, ...boxes.flatMap(({ x, width }) => [x, x + width])],
    y: [0, page.height / 2, page.height, ...boxes.flatMap(({ y, height }) => [y, y + height])],
  };
}

/** A box after a drag, and the lines that it snapped to. */
export interface Snapped {
  box: Box;
  x: number | null;
  y: number | null;
}

/** Moves a box by `dx` and `dy`. Its edges or its centre snap to near lines. */
export function move(from: Box, dx: number, dy: number, page: PageSize, lines: SnapLines): Snapped {
  const x = Math.round(from.x + dx);
  const y = Math.round(from.y + dy);
  const snapX = nearest([x, x + from.width / 2, x + from.width], lines.x);
  const snapY = nearest([y, y + from.height / 2, y + from.height], lines.y);
  const box = {
    ...from,
    x: clamp(Math.round(x + (snapX?.by ?? 0)), STAYS - from.width, page.width - STAYS),
    y: clamp(Math.round(y + (snapY?.by ?? 0)), STAYS - from.height, page.height - STAYS),
  };
  return { box, x: snapX?.line ?? null, y: snapY?.line ?? null };
}

/** Moves and shrinks a box so that it can be seen on a page of another size. A box that filled its page fills this one. */
export function onPage(from: Box, page: PageSize, before = page): Box {
  const filled = from.x === 0 && from.y === 0 && from.width === before.width && from.height === before.height;
  if (filled) return { x: 0, y: 0, ...page };
  const { box } = move(from, 0, 0, page, noLines);
  return resize(box, 0, 0, page, noLines).box;
}

/** Changes the size of a box by dragging its lower right corner. The corner snaps to near lines. */
export function resize(from: Box, dx: number, dy: number, page: PageSize, lines: SnapLines): Snapped {
  const right = from.x + from.width + dx;
  const bottom = from.y + from.height + dy;
  const snapX = nearest([right], lines.x);
  const snapY = nearest([bottom], lines.y);
  const longest = Math.max(page.width, page.height);
  const box = {
    ...from,
    width: clamp(Math.round(right + (snapX?.by ?? 0) - from.x), MIN_SCENE_ITEM, longest),
    height: clamp(Math.round(bottom + (snapY?.by ?? 0) - from.y), MIN_SCENE_ITEM, longest),
  };
  return { box, x: snapX?.line ?? null, y: snapY?.line ?? null };
}

/** The smallest move that brings one of the positions onto a line; null if none is near. */
function nearest(
  positions: readonly number[],
  lines: readonly number[],
): { by: number; line: number } | null {
  let best: { by: number; line: number } | null = null;
  for (const line of lines) {
    for (const position of positions) {
      const by = line - position;
      if (Math.abs(by) <= SNAP && (best === null || Math.abs(by) < Math.abs(best.by))) best = { by, line };
    }
  }
  return best;
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}

/** Where newly added widgets begin on a portrait page (px). */
const FIRST_Y: Partial<Record<WidgetKind, number>> = { effects: 0, pkBar: 240, workbench: 240 };
const MIDDLE_Y = 600;
/** Size of a newly added widget, of its own size. One that is as wide as the page keeps its width. */
const FIRST_SHARE = 0.7;
/** Space below another widget (px). */
const GAP = 20;
/** Shift (px) of a new widget that would cover another one exactly. */
const STEP = 40;

/** The box of a newly added widget: below the others where there is room, else not exactly on another one. */
export function firstBox(kind: WidgetKind, page: PageSize, others: readonly Box[]): Box {
  if (kind === 'effects') return { x: 0, y: 0, ...page };
  const { width: own, height: ownHeight } = boxSizes[kind];
  const share = (own >= 1000 ? 1 : FIRST_SHARE) * Math.min(1, page.height / sceneSizes.portrait.height);
  const width = Math.round(own * share);
  const height = Math.round(ownHeight * share);
  const x = Math.round((page.width - width) / 2);
  const y = Math.round(((FIRST_Y[kind] ?? MIDDLE_Y) * page.height) / sceneSizes.portrait.height);
  let box: Box = { x, y, width, height };
  // A widget that fills the page lies behind all others.
  const solid = others.filter((other) => other.width < page.width || other.height < page.height);
  const inTheWay = () => solid.find((other) => overlaps(box, other));
  for (let other = inTheWay(); other !== undefined; other = inTheWay()) {
    box = { ...box, y: other.y + other.height + GAP };
  }
  if (box.y + height <= page.height) return box;
  box = { x, y, width, height };
  while (others.some((other) => other.x === box.x && other.y === box.y))
    box = { ...box, x: box.x + STEP, y: box.y + STEP };
  return onPage(box, page);
}

function overlaps(one: Box, other: Box): boolean {
  const apart = (from: number, length: number, start: number, end: number) =>
    from >= end || from + length <= start;
  return (
    !apart(one.x, one.width, other.x, other.x + other.width) &&
    !apart(one.y, one.height, other.y, other.y + other.height)
  );
}
