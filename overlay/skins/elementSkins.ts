import { draw, gradient, placeOnRing, polar, ring, type SkinArt, starPath } from './svg.ts';

const flame =
  'M0 6C-13 4 -14 -8 -8 -16C-6 -10 -3 -9 -2 -14C-1 -22 -4 -26 2 -36C5 -26 13 -20 12 -8C12 0 8 6 0 6Z';

/** A ring of cracked rock with flames and rising embers. */
export const ember: SkinArt = ({ hard }) => {
  const fire = gradient(
    [
      [0, '#ffe45e'],
      [0.45, '#ff8a1a'],
      [1, '#e0280a'],
    ],
    { x1: 0, y1: 1, x2: 0, y2: 0 },
  );
  const flames: Node[] = [];
  for (let index = 0; index < 17; index++) {
    const degrees = -104 + index * 13;
    const size = (0.62 + 0.36 * Math.cos((degrees * Math.PI) / 230)) * (index % 2 === 0 ? 1.12 : 0.82);
    flames.push(
      placeOnRing(
        88,
        degrees,
        degrees * 0.72,
        size,
        draw('path', { d: flame, fill: fire.fill, stroke: '#a81c04', 'stroke-width': 1.4 }),
        draw('path', { d: flame, fill: '#fff0a8', transform: 'translate(0 2) scale(.42)' }),
      ),
    );
  }
  const slabs: Node[] = [];
  for (let index = 0; index < 18; index++) {
    const from = index * 20 + 1.5 + ((index * 7) % 5);
    const until = (index + 1) * 20 - 1.5 + (((index + 1) * 7) % 5);
    const outer = 88 + ((index * 11) % 5);
    const points = [
      polar(78, from),
      polar(outer, from + 1),
      polar(outer + 2, (from + until) / 2),
      polar(outer - 2, until - 1),
      polar(78, until),
    ];
    slabs.push(
      draw('path', {
        d: `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}Z`,
        fill: index % 3 === 0 ? '#4a362f' : index % 3 === 1 ? '#33231e' : '#251815',
        stroke: '#130b09',
        'stroke-width': 1,
      }),
    );
  }
  const parts: Node[] = [
    fire.element,
    draw('g', { class: 'sk-flicker' }, ...flames),
    ring(68, 90, { stroke: '#ff7a14' }),
    ring(76, 79, { stroke: '#ffd75a' }),
    ...slabs,
    ring(68, 76, { stroke: '#1c110e' }),
    ring(72, 73.5, { stroke: '#ff8a1a' }),
  ];
  for (const [index, [degrees, radius]] of (
    [
      [-52, 104],
      [8, 108],
      [58, 102],
      [-20, 111],
    ] as const
  ).entries()) {
    const { x, y } = polar(radius, degrees);
    if (hard) parts.push(draw('circle', { cx: x, cy: y, r: 2.6, fill: '#ff8a1a' }));
    else
      parts.push(
        draw('circle', { class: `sk-rise sk-late-${index % 3}`, cx: x, cy: y, r: 3, fill: '#ffb43a' }),
      );
  }
  return parts;
};

/** Shards of ice around the picture, with a large snow crystal above. */
export const frostCrystal: SkinArt = () => {
  const ice = gradient(
    [
      [0, '#ffffff'],
      [0.5, '#a9e2ff'],
      [1, '#4aa3e0'],
    ],
    { x1: 0, y1: 0, x2: 1, y2: 1 },
  );
  const shards: Node[] = [];
  for (let index = 0; index < 26; index++) {
    const degrees = index * (360 / 26) + 4;
    const long = [34, 20, 27, 16][index % 4] ?? 20;
    const wide = [8, 6, 7, 5.5][index % 4] ?? 6;
    const below = Math.cos(((degrees - 180) * Math.PI) / 180);
    const size = 0.78 + 0.3 * Math.max(0, below);
    shards.push(
      placeOnRing(
        78,
        degrees,
        degrees + ((index * 29) % 19) - 9,
        size,
        draw('path', {
          d: `M${-wide} 0L${-wide * 0.8} ${-long * 0.55}L0 ${-long}L${wide * 0.8} ${-long * 0.6}L${wide} 0Z`,
          fill: ice.fill,
          stroke: '#2d7db8',
          'stroke-width': 1.5,
        }),
        draw('path', { d: `M0 ${-long}L${wide * 0.8} ${-long * 0.6}L${wide} 0L1 0Z`, fill: '#6cbcec' }),
        draw('path', { d: `M${-wide * 0.4} -2L0 ${-long + 4}`, stroke: '#ffffff', 'stroke-width': 1.4 }),
      ),
    );
  }
  const top = polar(92, 0);
  const arms = [0, 60, 120, 180, 240, 300].map((turn) =>
    draw('path', {
      d: 'M0 0V-23M0 -10L-6 -16M0 -10L6 -16M0 -17L-4.500 -21.500M0 -17L4.500 -21.500',
      transform: `rotate(${turn})`,
      stroke: '#ffffff',
      'stroke-width': 3.2,
      'stroke-linecap': 'round',
      fill: 'none',
    }),
  );
  return [
    ice.element,
    ...shards,
    ring(68, 82, { stroke: '#2f86c4' }),
    ring(69.5, 80, { stroke: ice.fill }),
    ring(74, 75.5, { stroke: '#ffffff' }),
    draw('path', {
      d: starPath(top.x, top.y, 27, 23, 6),
      fill: '#1f6fae',
      stroke: '#d9f3ff',
      'stroke-width': 2.2,
    }),
    draw('g', { transform: `translate(${top.x} ${top.y})` }, draw('g', { class: 'sk-snow' }, ...arms)),
    ...[-118, -62, 70, 140].map((degrees, index) => {
      const { x, y } = polar(92, degrees);
      return draw('path', {
        class: `sk-twinkle sk-late-${index % 3}`,
        d: starPath(x, y, 13, 2.2, 4),
        fill: '#ffffff',
        opacity: 0,
      });
    }),
  ];
};
