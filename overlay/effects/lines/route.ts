import type { Level } from '../core/actor.ts';
import type { EffectPage } from '../core/page.ts';

export interface RoutePoint {
  x: number;
  y: number;
  /** Towards the middle of the page, of length 1. */
  inX: number;
  inY: number;
  /** Units from the beginning of the route. */
  at: number;
  /** 0 at its ends and 1 further in, so that a line tapers off. */
  weight: number;
}

/** Units between an edge and the line that runs along it, from one point to the next, and of a round corner. */
const INSET = 76;
const STEP = 28;
const ROUND = 62;
const TAPER = 300;
/** Units of one wave of a line; the lines take whole parts of it. */
export const WAVE = 264;

interface Place {
  x: number;
  y: number;
}

/**
 * The way of a line along the edges: at level 1 up the lower half of the side, at level 2 around it with both
 * corners, at level 3 around the whole page.
 */
export function routeOf(page: EffectPage, level: Level): RoutePoint[] {
  const { width, height } = page;
  const low = height - INSET;
  const right = width - INSET;
  const begin = { x: width * 0.5, y: low };
  const around = [
    { x: INSET, y: low },
    { x: INSET, y: INSET },
  ];
  const corners: Place[] =
    level === 1
      ? [
          { x: INSET, y: height + 20 },
          { x: INSET, y: height * 0.44 },
        ]
      : level === 2
        ? [begin, ...around, { x: width * 0.46, y: INSET }]
        : [begin, ...around, { x: right, y: INSET }, { x: right, y: low }, begin];
  const places = walk(rounded(corners));
  const whole = (places.length - 1) * STEP;
  // Around the whole page a line meets its own beginning in step.
  const stretch = level === 3 ? (Math.round(whole / WAVE) * WAVE) / (places.length * STEP) : 1;
  return places.map((place, index) => {
    const next = places[index + 1] ?? place;
    const before = places[index - 1] ?? place;
    const length = Math.hypot(next.x - before.x, next.y - before.y) || 1;
    const at = index * STEP * stretch;
    // To the right of the way, for it runs clockwise from the bottom.
    const inX = -(next.y - before.y) / length;
    const inY = (next.x - before.x) / length;
    const ends = Math.min(level === 1 ? 1 : at / TAPER, (whole - at) / TAPER);
    return { ...place, inX, inY, at, weight: level === 3 ? 1 : Math.min(1, ends) };
  });
}

/** The corners of a way, cut to curves. */
function rounded(corners: readonly Place[]): Place[] {
  return corners.flatMap((corner, index) => {
    const before = corners[index - 1];
    const next = corners[index + 1];
    if (before === undefined || next === undefined) return [corner];
    const towards = (other: Place): Place => {
      const length = Math.hypot(other.x - corner.x, other.y - corner.y);
      return {
        x: corner.x + ((other.x - corner.x) / length) * ROUND,
        y: corner.y + ((other.y - corner.y) / length) * ROUND,
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

/** Points at equal distances along a way. */
function walk(way: readonly Place[]): Place[] {
  const places: Place[] = [];
  let spare = 0;
  for (const [index, from] of way.entries()) {
    const to = way[index + 1];
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
