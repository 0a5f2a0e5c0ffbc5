import type { Level } from '../core/actor.ts';
import type { EffectPage } from '../core/page.ts';

export interface RoutePoint {
  x: number;
  y: number;
  /** Unit vector towards the middle of the page. */
  inX: number;
  inY: number;
  /** Distance from the start of the route in units. */
  at: number;
  /** Relative line width: 0 at the ends of the route, 1 from `TAPER` units on, less at the sides. */
  weight: number;
}

/** Distance of the line from the upper and lower edge of the page, in units. */
const INSET = 76;
/** The same for the left and right edges: the line stays in the border beside faces. */
const SIDE_INSET = 16;
/** Relative line width beside faces. */
const SIDE_WEIGHT = 0.45;
/** Distance between two points of a route, in units. */
const STEP = 28;
/** Radius of the corners, in units. */
const CORNER_RADIUS = 62;
/** Length over which a line gets thinner towards its ends, in units. */
const TAPER = 300;
/** Wavelength of the lines, in units. */
export const WAVE = 264;

interface Place {
  x: number;
  y: number;
}

/**
 * Computes the route of a line along the edges. Level 1: the lower half of the side. Level 2: the whole side with both
 * corners. Level 3: around the whole page.
 */
export function routeOf(page: EffectPage, level: Level): RoutePoint[] {
  const { width, height } = page;
  const low = height - INSET;
  const right = width - SIDE_INSET;
  const begin = { x: width * 0.5, y: low };
  const around = [
    { x: SIDE_INSET, y: low },
    { x: SIDE_INSET, y: INSET },
  ];
  const corners: Place[] =
    level === 1
      ? [
          { x: SIDE_INSET, y: height + 20 },
          { x: SIDE_INSET, y: height * 0.44 },
        ]
      : level === 2
        ? [begin, ...around, { x: width * 0.46, y: INSET }]
        : [begin, ...around, { x: right, y: INSET }, { x: right, y: low }, begin];
  const places = resample(roundCorners(corners));
  const whole = (places.length - 1) * STEP;
  // A closed route has a whole number of waves, so that its end joins its start.
  const stretch = level === 3 ? (Math.round(whole / WAVE) * WAVE) / (places.length * STEP) : 1;
  return places.map((place, index) => {
    const next = places[index + 1] ?? place;
    const before = places[index - 1] ?? place;
    const length = Math.hypot(next.x - before.x, next.y - before.y) || 1;
    const at = index * STEP * stretch;
    // The route runs clockwise, so the middle is on its right.
    const inX = -(next.y - before.y) / length;
    const inY = (next.x - before.x) / length;
    const ends = Math.min(level === 1 ? 1 : at / TAPER, (whole - at) / TAPER);
    const weight = level === 3 ? 1 : Math.min(1, ends);
    // Thin where the line runs down: its direction towards the middle is across the page.
    return { ...place, inX, inY, at, weight: weight * (1 - (1 - SIDE_WEIGHT) * Math.abs(inX)) };
  });
}

/** Replaces each corner by a curve. */
function roundCorners(corners: readonly Place[]): Place[] {
  return corners.flatMap((corner, index) => {
    const before = corners[index - 1];
    const next = corners[index + 1];
    if (before === undefined || next === undefined) return [corner];
    const towards = (other: Place): Place => {
      const length = Math.hypot(other.x - corner.x, other.y - corner.y);
      return {
        x: corner.x + ((other.x - corner.x) / length) * CORNER_RADIUS,
        y: corner.y + ((other.y - corner.y) / length) * CORNER_RADIUS,
      };
    };
    const from = towards(before);
    const to = towards(next);
    return Array.from({ length: 7 }, (_, step) => {
      const t = step / 6;
      const u = 1 - t;
      return {
        x: u * u * from.x + 2 * u * t * corner.x + t * t * to.x,
        y: u * u * from.y + 2 * u * t * corner.y + t * t * to.y,
      };
    });
  });
}

/** Returns points along a path, `STEP` units apart. */
function resample(path: readonly Place[]): Place[] {
  const places: Place[] = [];
  let spare = 0;
  for (const [index, from] of path.entries()) {
    const to = path[index + 1];
    if (to === undefined) break;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    for (let along = spare; along < length; along += STEP) {
      places.push({
        x: from.x + ((to.x - from.x) * along) / length,
        y: from.y + ((to.y - from.y) * along) / length,
      });
    }
    const steps = Math.ceil((length - spare) / STEP);
    spare += Math.max(0, steps) * STEP - length;
  }
  return places;
}
