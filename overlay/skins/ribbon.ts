import type { SkinArt } from './skin.ts';
import { draw, gradient, placeOnRing, ring } from './svg.ts';

const outline = { stroke: '#b42a6f', 'stroke-width': 2.2, 'stroke-linejoin': 'round' } as const;

/** A satin frill with pearls and a large bow. */
export const ribbon: SkinArt = () => {
  const satin = gradient(
    [
      [0, '#ffe3f0'],
      [0.45, '#ff9cc8'],
      [1, '#f0559b'],
    ],
    { x1: 0, y1: 0, x2: 0, y2: 1 },
  );
  const frill = Array.from({ length: 24 }, (_, index) =>
    placeOnRing(
      86,
      index * 15,
      index * 15,
      1,
      draw('circle', {
        r: 12.5,
        fill: index % 2 === 0 ? '#ffffff' : '#ffe3f0',
        stroke: '#f28bbb',
        'stroke-width': 1.8,
      }),
    ),
  );
  const holes = Array.from({ length: 24 }, (_, index) =>
    placeOnRing(90, index * 15, 0, 1, draw('circle', { r: 2.6, fill: '#f7a8cb' })),
  );
  const pearls = Array.from({ length: 30 }, (_, index) =>
    placeOnRing(
      74,
      index * 12,
      0,
      1,
      draw('circle', { r: 4, fill: '#fffafc', stroke: '#e0a2bf', 'stroke-width': 1 }),
      draw('circle', { cx: -1.2, cy: -1.2, r: 1.2, fill: '#ffffff' }),
    ),
  );
  const half = (side: 1 | -1): SVGGElement =>
    draw(
      'g',
      { transform: `scale(${side} 1)` },
      draw('path', {
        d: 'M4 4C12 20 24 26 24 38L36 28L46 34C42 16 24 10 10 0Z',
        fill: '#e0458e',
        ...outline,
      }),
      draw('path', { d: 'M4 0C16 -26 50 -30 52 -8C54 16 20 16 4 4Z', fill: satin.fill, ...outline }),
      draw('path', {
        d: 'M8 0C22 -10 32 -10 38 -8M8 4C20 4 26 5 32 6',
        fill: 'none',
        stroke: '#c23a80',
        'stroke-width': 1.8,
      }),
    );
  return [
    satin.element,
    ...frill,
    ...holes,
    ring(68, 81, { stroke: '#ff8dc0' }),
    ring(68, 70, { stroke: '#d14a8d' }),
    ring(79.5, 81.5, { stroke: '#d14a8d' }),
    ...pearls,
    draw(
      'g',
      { transform: 'translate(120 199)' },
      draw(
        'g',
        { class: 'sk-bow' },
        half(1),
        half(-1),
        draw('ellipse', { rx: 10, ry: 11, cy: 1, fill: '#ffc4de', ...outline }),
      ),
    ),
  ];
};
