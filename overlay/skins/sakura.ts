import type { SkinArt } from './skin.ts';
import { arcPath, draw, gradient, placeOnRing, polar, ring } from './svg.ts';

const petal = 'M0 0C-9 -6 -10 -17 -4 -22L0 -18L4 -22C10 -17 9 -6 0 0Z';

function blossom(fill: string, size: number): SVGGElement {
  const petals = [0, 72, 144, 216, 288].map((turn) =>
    draw('path', { d: petal, fill, stroke: '#d7689a', 'stroke-width': 1.3, transform: `rotate(${turn})` }),
  );
  const threads = [20, 92, 164, 236, 308].map((turn) =>
    draw('path', { d: 'M0 0V-9', stroke: '#c2457f', 'stroke-width': 1.4, transform: `rotate(${turn})` }),
  );
  return draw(
    'g',
    { transform: `scale(${size})` },
    ...petals,
    ...threads,
    draw('circle', { r: 3.4, fill: '#ffd76a', stroke: '#c2457f', 'stroke-width': 1 }),
  );
}

/** A cherry branch around the picture, with blossoms above and below, and falling petals. */
export const sakura: SkinArt = ({ hard }) => {
  const satin = gradient([
    [0, '#fff3f8'],
    [0.5, '#ffbcd7'],
    [1, '#f48ab6'],
  ]);
  const bloom = gradient(
    [
      [0, '#ffffff'],
      [0.5, '#ffd9e8'],
      [1, '#ff9cc4'],
    ],
    { x1: 0, y1: 0, x2: 0, y2: 1 },
  );
  const flowers = (
    [
      [90, -58, 1.05],
      [92, -34, 1.3],
      [84, -12, 0.95],
      [100, -44, 0.72],
      [84, -80, 0.8],
      [90, 118, 1.0],
      [92, 142, 1.25],
      [84, 164, 0.85],
      [100, 132, 0.7],
    ] as const
  ).map(([radius, degrees, size]) =>
    placeOnRing(radius, degrees, degrees * 1.7, 1, blossom(bloom.fill, size)),
  );
  const parts: Node[] = [
    satin.element,
    bloom.element,
    draw('path', { d: arcPath(88, -100, 12), fill: 'none', stroke: '#5b3423', 'stroke-width': 7 }),
    draw('path', { d: arcPath(88, 92, 186), fill: 'none', stroke: '#5b3423', 'stroke-width': 7 }),
    ring(68, 81, { stroke: satin.fill }),
    ring(68, 70, { stroke: '#d7689a' }),
    ring(80, 82, { stroke: '#d7689a' }),
    ring(74, 75.5, { stroke: '#ffffff' }),
    draw('g', { class: 'sk-sway' }, ...flowers),
  ];
  if (hard) return parts;
  for (const [index, degrees] of [-40, 40, 128].entries()) {
    const { x, y } = polar(84, degrees);
    parts.push(
      draw(
        'g',
        { transform: `translate(${x} ${y}) rotate(${degrees})` },
        draw('path', { class: `sk-fall sk-late-${index}`, d: petal, fill: '#ffb3d1', opacity: 0 }),
      ),
    );
  }
  return parts;
};
