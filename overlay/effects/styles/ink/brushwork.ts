import { type Brush, fade, glow } from '../../core/canvas.ts';
import { between, type Random } from '../../core/random.ts';

export const ink = '#15171c';
export const paper = '#f4efe2';
export const cinnabar = '#c42f20';

interface Point {
  x: number;
  y: number;
}

/** Paints the stroke of a half-dry brush: many bristles side by side, each with gaps. `dry` is the share of gaps. */
export function stroke(brush: Brush, path: readonly Point[], width: number, random: Random, dry = 0.5): void {
  const bristles = Math.max(10, Math.round(width * 0.9));
  brush.lineCap = 'round';
  brush.strokeStyle = ink;
  for (let bristle = 0; bristle < bristles; bristle++) {
    const offset = (bristle / (bristles - 1) - 0.5) * width;
    const rim = Math.abs(offset) / (width / 2);
    const lack = dry * (0.35 + rim * 0.65);
    const begins = Math.floor(random() * 3 * rim);
    const ends = path.length - Math.floor(random() ** 2 * path.length * 0.3 * (dry + rim * 0.5));
    let wet = random() > lack;
    brush.lineWidth = between(random, 0.8, 2.6);
    brush.globalAlpha = between(random, 0.55, 0.95);
    brush.beginPath();
    for (let index = begins; index < ends; index++) {
      const point = path[index];
      const next = path[index + 1] ?? path[index];
      const before = path[index - 1] ?? point;
      if (point === undefined || next === undefined || before === undefined) continue;
      if (random() < 0.09) wet = random() > lack * (0.5 + index / path.length);
      const angle = Math.atan2(next.y - before.y, next.x - before.x) + Math.PI / 2;
      const press = 0.72 + 0.28 * Math.sin((index / path.length) * Math.PI);
      const x = point.x + Math.cos(angle) * offset * press;
      const y = point.y + Math.sin(angle) * offset * press;
      if (wet) brush.lineTo(x, y);
      else brush.moveTo(x, y);
    }
    brush.stroke();
  }
  brush.globalAlpha = 1;
}

/** Points of a cubic Bézier curve from a to d with the control points b and c. */
export function curve(a: Point, b: Point, c: Point, d: Point, steps = 60): Point[] {
  return Array.from({ length: steps + 1 }, (_, index) => {
    const t = index / steps;
    const u = 1 - t;
    const mix = (p: number, q: number, r: number, s: number) =>
      u * u * u * p + 3 * u * u * t * q + 3 * u * t * t * r + t * t * t * s;
    return { x: mix(a.x, b.x, c.x, d.x), y: mix(a.y, b.y, c.y, d.y) };
  });
}

/** Paints a splash of ink: a jagged blot with small drops around it. */
export function splash(brush: Brush, x: number, y: number, radius: number, random: Random): void {
  brush.fillStyle = ink;
  brush.beginPath();
  const points = 42;
  for (let index = 0; index <= points; index++) {
    const angle = (index / points) * 2 * Math.PI;
    const spike = random() < 0.2 ? between(random, 1.15, 1.7) : between(random, 0.82, 1.08);
    brush.lineTo(x + Math.cos(angle) * radius * spike, y + Math.sin(angle) * radius * spike);
  }
  brush.closePath();
  brush.lineJoin = 'round';
  brush.fill();
  for (let drop = 0; drop < radius * 0.7; drop++) {
    const angle = random() * 2 * Math.PI;
    const distance = radius * between(random, 1.1, 3.1) * (0.6 + random() * 0.6);
    const size = radius * 0.16 * random() ** 2 + 1.2;
    brush.beginPath();
    brush.ellipse(
      x + Math.cos(angle) * distance,
      y + Math.sin(angle) * distance,
      size * between(random, 1, 2.4),
      size,
      angle,
      0,
      2 * Math.PI,
    );
    brush.fill();
  }
}

/** Paints ink that bleeds into wet paper: darkest in the middle, with irregular edges. */
export function bleed(brush: Brush, radius: number, random: Random): void {
  for (let finger = 0; finger < 46; finger++) {
    const angle = random() * 2 * Math.PI;
    const distance = radius * 0.72 * random() ** 0.8;
    const size = radius * between(random, 0.1, 0.32) * (1.25 - distance / radius);
    glow(brush, Math.cos(angle) * distance, Math.sin(angle) * distance, size, ink, 0.5);
  }
  glow(brush, 0, 0, radius * 0.62, ink, 0.75);
  glow(brush, radius * 0.1, -radius * 0.08, radius * 0.34, ink, 0.8);
  brush.fillStyle = fade(ink, 0.7);
  for (let drop = 0; drop < 9; drop++) {
    const angle = random() * 2 * Math.PI;
    const distance = radius * between(random, 0.7, 0.98);
    brush.beginPath();
    brush.arc(
      Math.cos(angle) * distance,
      Math.sin(angle) * distance,
      between(random, 1, 3.4),
      0,
      2 * Math.PI,
    );
    brush.fill();
  }
}

/** Paints translucent rice paper into a box, so that ink is visible on any video. */
export function paintPaper(
  brush: Brush,
  random: Random,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  alpha: number,
): void {
  const blots = Math.ceil((width * height) / 7000);
  for (let blot = 0; blot < blots; blot++) {
    const part = random();
    const inward = random() ** 1.6;
    glow(
      brush,
      x + inward * width,
      y + part * height,
      between(random, 90, 190),
      paper,
      alpha * (1 - inward * 0.65) * between(random, 0.2, 0.46),
    );
  }
}
