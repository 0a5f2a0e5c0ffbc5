import { arcPath, draw, gradient, MIDDLE, polar, ring, type SkinArt, starPath } from './svg.ts';

/** Two rings in the host's colour, with a light that moves around them. */
export const plain: SkinArt = ({ hard }) => {
  const white = gradient([
    [0, '#ffffff'],
    [0.55, '#e7ebf3'],
    [1, '#b3bccb'],
  ]);
  const parts: Node[] = [
    white.element,
    ring(69, 79, { stroke: white.fill }),
    ring(79, 84, { stroke: '#161a24' }),
    draw('circle', {
      cx: 120,
      cy: 120,
      r: 87,
      fill: 'none',
      'stroke-width': 6,
      style: 'stroke:var(--accent,#f5b301)',
    }),
    ring(90, 92.5, { stroke: '#161a24' }),
  ];
  if (!hard) {
    parts.push(
      draw('path', {
        class: 'sk-spin',
        d: arcPath(87, -40, 30),
        fill: 'none',
        stroke: '#ffffff',
        'stroke-width': 5,
        'stroke-linecap': 'round',
        opacity: 0,
      }),
    );
  }
  return parts;
};

const tubes = [
  [90, -64, 52, '#19e6ff'],
  [90, 66, 172, '#ff3bd4'],
  [90, 186, 282, '#8f5bff'],
  [102, -20, 82, '#ff3bd4'],
  [102, 116, 214, '#19e6ff'],
  [102, 240, 326, '#ffe84a'],
] as const;

/** Neon tubes on a dark ring. */
export const neonRing: SkinArt = ({ hard }) => {
  const parts: Node[] = [
    ring(68, 83, { stroke: '#0a0d1a' }),
    ring(72, 75, { stroke: '#2ae2ff' }),
    ring(78, 79.5, { stroke: '#3a2a6b' }),
  ];
  const lights: Node[] = [];
  for (const [radius, from, to, colour] of tubes) {
    const d = arcPath(radius, from, to);
    const common = { d, fill: 'none', 'stroke-linecap': 'round' } as const;
    if (hard) parts.push(draw('path', { ...common, stroke: '#0a0d1a', 'stroke-width': 11 }));
    else {
      lights.push(draw('path', { ...common, stroke: colour, 'stroke-width': 20, opacity: 0.13 }));
      lights.push(draw('path', { ...common, stroke: colour, 'stroke-width': 12, opacity: 0.3 }));
    }
    lights.push(draw('path', { ...common, stroke: colour, 'stroke-width': 6 }));
    lights.push(draw('path', { ...common, stroke: '#ffffff', 'stroke-width': 2 }));
  }
  if (!hard) parts.unshift(ring(66, 88, { stroke: '#2ae2ff', opacity: 0.16 }));
  parts.push(draw('g', { class: 'sk-turn' }, ...lights));
  return parts;
};

/** A night sky with a crescent moon and a star that moves around the ring. */
export const starlight: SkinArt = () => {
  const night = gradient([
    [0, '#1c1f5e'],
    [0.5, '#3a2b8c'],
    [1, '#101338'],
  ]);
  const metal = gradient([
    [0, '#fff7cf'],
    [0.5, '#ffd45e'],
    [1, '#c78a1f'],
  ]);
  const stars = (
    [
      [86, -70, 8],
      [86, -100, 5],
      [88, -136, 10],
      [85, 172, 5],
      [87, 148, 8],
      [86, 116, 5],
      [88, 88, 9],
      [86, 60, 5],
      [86, 24, 7],
      [86, -44, 5],
    ] as const
  ).map(([radius, degrees, size]) => {
    const { x, y } = polar(radius, degrees);
    return draw('path', { d: starPath(x, y, size, size * 0.44, 5, degrees), fill: metal.fill });
  });
  const moon = polar(92, -18);
  const tail = polar(92, 30);
  return [
    night.element,
    metal.element,
    ring(68, 97, { stroke: night.fill }),
    ring(68, 72, { stroke: metal.fill }),
    ring(95, 98, { stroke: metal.fill }),
    ...stars,
    draw('path', {
      d: arcPath(107, -64, 150),
      fill: 'none',
      stroke: '#e9c96a',
      'stroke-width': 2,
      'stroke-dasharray': '2 7',
    }),
    draw(
      'g',
      { class: 'sk-orbit' },
      draw('path', {
        d: starPath(polar(107, 150).x, polar(107, 150).y, 11, 4.6, 5, 150),
        fill: metal.fill,
        stroke: '#7a4f0a',
        'stroke-width': 1.4,
      }),
    ),
    draw('path', {
      d: `M${moon.x + 8} ${moon.y - 25}A26 26 0 1 0 ${moon.x + 25} ${moon.y + 10}A20 20 0 0 1 ${moon.x + 8} ${moon.y - 25}Z`,
      fill: metal.fill,
      stroke: '#7a4f0a',
      'stroke-width': 2,
    }),
    draw('path', {
      d: starPath(moon.x + 13, moon.y - 6, 8, 3.4, 5, 12),
      fill: '#ffffff',
      stroke: '#7a4f0a',
      'stroke-width': 1,
    }),
    draw('path', {
      class: 'sk-twinkle',
      d: starPath(tail.x, tail.y, 15, 2.4, 4),
      fill: '#ffffff',
      opacity: 0,
    }),
    draw('path', {
      class: 'sk-twinkle sk-late-1',
      d: starPath(MIDDLE - 84, MIDDLE + 46, 12, 2, 4),
      fill: '#ffffff',
      opacity: 0,
    }),
  ];
};
