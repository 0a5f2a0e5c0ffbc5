import type { SkinArt } from './skin.ts';
import { draw, gradient, placeOnRing, polar, ring, starPath } from './svg.ts';

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
