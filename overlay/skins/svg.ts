/**
 * Options of a skin. `hard` is for a background that is keyed out: opaque pixels only, no glow and no transparency.
 * Every skin has an opaque ring from radius 70 to 78 that covers the edge of the round picture. Elements with a class
 * `sk-*` move when the skin is played.
 */
export interface SkinPaint {
  hard: boolean;
}

/** Draws the elements of a skin, the lowest first. */
export type SkinArt = (paint: SkinPaint) => Node[];

const NS = 'http://www.w3.org/2000/svg';

type Attributes = Readonly<Record<string, string | number>>;

/** Creates an SVG element. */
export function draw<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes,
  ...children: readonly Node[]
): SVGElementTagNameMap[K] {
  const made = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/** Coordinate of the centre: a skin is 240 by 240. */
export const MIDDLE = 120;

interface Place {
  x: number;
  y: number;
}

/** A point around the centre. 0 degrees is up; angles are clockwise. */
export function polar(radius: number, degrees: number): Place {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return { x: round(MIDDLE + Math.cos(angle) * radius), y: round(MIDDLE + Math.sin(angle) * radius) };
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A ring between two radii. */
export function ring(inner: number, outer: number, attributes: Attributes): SVGCircleElement {
  return draw('circle', {
    cx: MIDDLE,
    cy: MIDDLE,
    r: (inner + outer) / 2,
    fill: 'none',
    'stroke-width': outer - inner,
    ...attributes,
  });
}

/** Path data of an arc around the centre, in degrees. */
export function arcPath(radius: number, from: number, to: number): string {
  const start = polar(radius, from);
  const end = polar(radius, to);
  return `M${start.x} ${start.y}A${radius} ${radius} 0 ${to - from > 180 ? 1 : 0} 1 ${end.x} ${end.y}`;
}

/** Path data of a star's outline around a point. */
export function starPath(
  x: number,
  y: number,
  outer: number,
  inner: number,
  points: number,
  turn = 0,
): string {
  const corners = Array.from({ length: points * 2 }, (_, index) => {
    const angle = ((index * 180) / points + turn - 90) * (Math.PI / 180);
    const radius = index % 2 === 0 ? outer : inner;
    return `${round(x + Math.cos(angle) * radius)} ${round(y + Math.sin(angle) * radius)}`;
  });
  return `M${corners.join('L')}Z`;
}

let gradients = 0;

/** Creates a gradient with a unique id, because many skins share one page. */
export function gradient(
  stops: readonly (readonly [offset: number, colour: string])[],
  direction: Attributes = { x1: 0, y1: 0, x2: 1, y2: 1 },
): { element: SVGLinearGradientElement; fill: string } {
  gradients += 1;
  const id = `skin-paint-${gradients}`;
  const element = draw(
    'linearGradient',
    { id, ...direction },
    ...stops.map(([offset, colour]) => draw('stop', { offset, 'stop-color': colour })),
  );
  return { element, fill: `url(#${id})` };
}

/** Groups parts of a skin and places them at a radius and angle around the centre, with a turn and a scale. */
export function placeOnRing(
  radius: number,
  degrees: number,
  turn: number,
  scale: number,
  ...parts: Node[]
): SVGGElement {
  const { x, y } = polar(radius, degrees);
  return draw('g', { transform: `translate(${x} ${y}) rotate(${turn}) scale(${scale})` }, ...parts);
}
