import { draw, gradient, placeOnRing, polar, ring, type SkinArt } from './svg.ts';

const line = '#5a1208';

/** A dragon around the picture, with its head at the top and a pearl in front of it. */
export const dragon: SkinArt = () => {
  const body = gradient(
    [
      [0, '#ffd25a'],
      [0.5, '#e8521f'],
      [1, '#a3130f'],
    ],
    { x1: 0, y1: 0, x2: 0, y2: 1 },
  );
  const metal = gradient([
    [0, '#fff1b0'],
    [0.6, '#f0b02e'],
    [1, '#b5700f'],
  ]);
  const scales: Node[] = [];
  for (let index = 0; index < 30; index++) {
    const degrees = 64 + index * 10.2;
    const size = index < 8 ? 0.5 + index * 0.065 : 1.02;
    // Clockwise, from the tail on the right to the neck at the top.
    scales.push(
      placeOnRing(
        89,
        degrees,
        degrees,
        size,
        draw('path', { d: 'M4 -13L-2 -26L-12 -15Z', fill: '#ffb21f', stroke: line, 'stroke-width': 1.6 }),
        draw('ellipse', { rx: 12.5, ry: 15, fill: body.fill, stroke: line, 'stroke-width': 1.8 }),
        draw('path', { d: 'M5 -11A10 11 0 0 1 5 9', fill: 'none', stroke: '#ffe08a', 'stroke-width': 2.2 }),
      ),
    );
  }
  const pearl = polar(86, 48);
  return [
    body.element,
    metal.element,
    placeOnRing(
      90,
      63,
      -84,
      0.62,
      draw('path', {
        d: 'M0 -7C16 -20 30 -14 44 -24C36 -6 40 4 46 14C30 8 16 16 0 7Z',
        fill: '#ffb21f',
        stroke: line,
        'stroke-width': 1.8,
      }),
    ),
    ...scales,
    ring(68, 78.5, { stroke: metal.fill }),
    ring(68, 70, { stroke: line }),
    ring(77.5, 79.5, { stroke: line }),
    placeOnRing(85, 6, 14, 0.95, draw('g', { class: 'sk-nod' }, ...head(metal.fill))),
    draw('circle', {
      cx: pearl.x,
      cy: pearl.y,
      r: 10,
      fill: '#fff8e6',
      stroke: '#c98a1b',
      'stroke-width': 2,
    }),
    draw('circle', { cx: pearl.x - 3, cy: pearl.y - 3, r: 3, fill: '#ffffff' }),
    draw('circle', {
      class: 'sk-twinkle',
      cx: pearl.x,
      cy: pearl.y,
      r: 15,
      fill: 'none',
      stroke: '#fff3b8',
      'stroke-width': 3,
      opacity: 0,
    }),
  ];
};

/** The head. It faces right. */
function head(metal: string): Node[] {
  const outline = { stroke: line, 'stroke-width': 1.9, 'stroke-linejoin': 'round' } as const;
  return [
    draw('path', {
      d: 'M-14 -8C-30 -14 -34 -4 -46 -8C-36 2 -38 8 -46 18C-32 14 -26 22 -12 14Z',
      fill: '#ff7a1f',
      ...outline,
    }),
    draw('path', {
      d: 'M-8 -14C-14 -28 -26 -28 -34 -38C-18 -38 -6 -32 0 -18ZM4 -16C2 -30 -6 -34 -10 -46C4 -40 12 -30 12 -18Z',
      fill: '#fff4d2',
      ...outline,
    }),
    draw('path', { d: 'M-16 10C-2 14 16 16 30 14C26 22 4 26 -14 20Z', fill: '#e8521f', ...outline }),
    draw('path', { d: 'M-4 8L30 6L26 14C14 17 4 15 -6 12Z', fill: '#7d0f14' }),
    draw('path', {
      d: 'M-22 12C-26 -10 -14 -22 0 -20C12 -20 16 -12 26 -14C36 -16 42 -6 38 4C28 10 8 4 -22 12Z',
      fill: metal,
      ...outline,
    }),
    draw('path', { d: 'M34 4L31 13L28 5ZM24 6L22 12L19 6Z', fill: '#ffffff' }),
    draw('ellipse', { cx: 6, cy: -8, rx: 6.5, ry: 5, fill: '#ffffff', ...outline }),
    draw('circle', { cx: 8, cy: -8, r: 2.8, fill: '#123f6b' }),
    draw('path', { d: 'M-4 -14C4 -20 12 -18 18 -12L-4 -11Z', fill: '#c41e12' }),
    draw('circle', { cx: 33, cy: -5, r: 2.6, fill: line }),
  ];
}
