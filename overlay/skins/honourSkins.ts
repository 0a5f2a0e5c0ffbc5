import { draw, gradient, placeOnRing, polar, ring, type SkinArt, starPath } from './svg.ts';

const leaf = 'M0 0C10 -14 26 -16 40 -6C30 8 12 12 0 0Z';

/** Two golden laurel branches with a jewel between their tips. */
export const goldLaurel: SkinArt = () => {
  const metal = gradient([
    [0, '#fff6c8'],
    [0.4, '#f5c542'],
    [0.7, '#c98a1b'],
    [1, '#ffe79a'],
  ]);
  const bright = gradient([
    [0, '#fffbe0'],
    [0.5, '#ffd75c'],
    [1, '#b97714'],
  ]);
  const branch = (side: 'right' | 'left'): SVGGElement => {
    const leaves: Node[] = [];
    for (let index = 0; index < 9; index++) {
      const degrees = 166 - index * 17;
      const size = 0.95 - Math.abs(index - 4) * 0.045;
      // Leaves point upwards, away from the knot at the bottom.
      const along = degrees + 180;
      for (const [radius, lean, fill] of [
        [85, -14, metal.fill],
        [93, 34, bright.fill],
      ] as const) {
        leaves.push(
          placeOnRing(
            radius,
            degrees,
            along + lean,
            size,
            draw('path', { d: leaf, fill, stroke: '#6f4608', 'stroke-width': 1.8 }),
          ),
        );
      }
    }
    const grown = draw('g', { class: 'sk-sway' }, ...leaves);
    return side === 'right' ? grown : draw('g', { transform: 'matrix(-1 0 0 1 240 0)' }, grown);
  };
  const jewel = polar(88, 0);
  const knot = polar(90, 180);
  return [
    metal.element,
    bright.element,
    ring(81, 84.5, { stroke: '#6f4608' }),
    branch('right'),
    branch('left'),
    ring(68, 80, { stroke: metal.fill }),
    ring(68, 70, { stroke: '#7d500c' }),
    ring(79, 81, { stroke: '#7d500c' }),
    draw('path', {
      d: starPath(jewel.x, jewel.y, 26, 12, 5),
      fill: bright.fill,
      stroke: '#6f4608',
      'stroke-width': 2.4,
    }),
    draw('path', {
      d: starPath(jewel.x, jewel.y, 11, 8, 4, 45),
      fill: '#e3263c',
      stroke: '#7a0c1c',
      'stroke-width': 1.6,
    }),
    draw('path', {
      class: 'sk-twinkle',
      d: starPath(jewel.x, jewel.y, 22, 3, 4),
      fill: '#ffffff',
      opacity: 0,
    }),
    draw('path', {
      d: `M${knot.x - 22} ${knot.y - 9}L${knot.x} ${knot.y}L${knot.x + 22} ${knot.y - 9}L${knot.x + 17} ${knot.y + 13}L${knot.x} ${knot.y + 5}L${knot.x - 17} ${knot.y + 13}Z`,
      fill: '#c92236',
      stroke: '#6d0b1a',
      'stroke-width': 2,
    }),
  ];
};

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
