import type { SkinArt } from './skin.ts';
import { arcPath, draw, gradient, ring } from './svg.ts';

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
