import type { SkinArt } from './skin.ts';
import { arcPath, draw, ring } from './svg.ts';

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
