import { type Brush, fade, glow } from '../../core/canvas.ts';
import { blush, deepRose, gold, lilac, paintPearl, rose } from './lace.ts';

/** Paints a satin bow with its knot at (x, y). */
export function paintBow(brush: Brush, x: number, y: number, size: number, turn = 0): void {
  brush.save();
  brush.translate(x, y);
  brush.rotate(turn);
  brush.scale(size, size);
  brush.lineJoin = 'round';
  brush.lineWidth = 2.4;
  brush.strokeStyle = deepRose;
  for (const flip of [1, -1]) {
    brush.save();
    brush.scale(flip, 1);
    const tail = brush.createLinearGradient(0, 0, 40, 110);
    tail.addColorStop(0, deepRose);
    tail.addColorStop(0.5, rose);
    tail.addColorStop(1, '#ffa9cf');
    brush.fillStyle = tail;
    brush.beginPath();
    brush.moveTo(4, 8);
    brush.bezierCurveTo(16, 50, 44, 70, 38, 124);
    brush.lineTo(62, 104);
    brush.lineTo(78, 118);
    brush.bezierCurveTo(70, 66, 36, 42, 14, 2);
    brush.closePath();
    brush.fill();
    brush.stroke();
    const loop = brush.createRadialGradient(20, 0, 6, 60, -8, 74);
    loop.addColorStop(0, deepRose);
    loop.addColorStop(0.4, rose);
    loop.addColorStop(0.75, '#ffc2dd');
    loop.addColorStop(1, '#ff8fc0');
    brush.fillStyle = loop;
    brush.beginPath();
    brush.moveTo(6, 0);
    brush.bezierCurveTo(30, -66, 108, -72, 112, -20);
    brush.bezierCurveTo(116, 34, 40, 34, 6, 8);
    brush.closePath();
    brush.fill();
    brush.stroke();
    brush.strokeStyle = fade(deepRose, 0.6);
    brush.beginPath();
    brush.moveTo(12, 0);
    brush.quadraticCurveTo(44, -20, 66, -20);
    brush.moveTo(12, 6);
    brush.quadraticCurveTo(40, 4, 58, 6);
    brush.stroke();
    brush.strokeStyle = deepRose;
    brush.restore();
  }
  const knot = brush.createRadialGradient(-5, -6, 2, 0, 0, 22);
  knot.addColorStop(0, '#ffe1ee');
  knot.addColorStop(1, rose);
  brush.fillStyle = knot;
  brush.beginPath();
  brush.ellipse(0, 2, 18, 21, 0, 0, 2 * Math.PI);
  brush.fill();
  brush.stroke();
  brush.restore();
}

const points = [-150, -96, -50, 0, 50, 96, 150] as const;
const heights = [54, 84, 74, 138, 74, 84, 54] as const;

/** Paints a tiara. (x, y) is the middle of its rim. */
export function paintTiara(brush: Brush, x: number, y: number, size: number): void {
  brush.save();
  brush.translate(x, y);
  brush.scale(size, size);
  glow(brush, 0, -60, 240, '#ffe6f4', 0.75);
  brush.lineJoin = 'round';
  const metal = brush.createLinearGradient(-160, -140, 160, 20);
  for (const [part, colour] of [
    [0, '#d9953a'],
    [0.2, '#fff3c9'],
    [0.45, gold],
    [0.55, '#fff8de'],
    [0.8, gold],
    [1, '#d9953a'],
  ] as const) {
    metal.addColorStop(part, colour);
  }
  brush.beginPath();
  brush.moveTo(-170, 10);
  for (const [index, point] of points.entries()) {
    const height = heights[index] ?? 0;
    brush.quadraticCurveTo(point - 12, -height * 0.34, point, -height);
    brush.quadraticCurveTo(point + 12, -height * 0.34, point + 25, -14);
  }
  brush.lineTo(170, 10);
  brush.quadraticCurveTo(0, 46, -170, 10);
  brush.closePath();
  brush.fillStyle = metal;
  brush.fill();
  brush.strokeStyle = '#a8641c';
  brush.lineWidth = 3;
  brush.stroke();
  for (const [index, point] of points.entries()) paintPearl(brush, point, -(heights[index] ?? 0) - 7, 10);
  for (let step = -7; step <= 7; step++) paintPearl(brush, step * 21, 20 - (step * step) / 4.4, 5.5);
  gem(brush, 0, -54, 21, rose);
  for (const side of [-1, 1]) {
    gem(brush, side * 50, -30, 12, lilac);
    gem(brush, side * 96, -34, 13, '#7fd3ff');
  }
  brush.restore();
}

function gem(brush: Brush, x: number, y: number, size: number, colour: string): void {
  brush.save();
  brush.translate(x, y);
  brush.beginPath();
  brush.moveTo(0, -size * 1.25);
  brush.lineTo(size * 0.8, 0);
  brush.lineTo(0, size * 1.25);
  brush.lineTo(-size * 0.8, 0);
  brush.closePath();
  const cut = brush.createLinearGradient(-size, -size, size, size);
  cut.addColorStop(0, '#ffffff');
  cut.addColorStop(0.4, colour);
  cut.addColorStop(1, deepRose);
  brush.fillStyle = cut;
  brush.fill();
  brush.strokeStyle = '#a8641c';
  brush.lineWidth = 1.6;
  brush.stroke();
  brush.strokeStyle = fade('#ffffff', 0.8);
  brush.lineWidth = 1.2;
  brush.beginPath();
  brush.moveTo(-size * 0.8, 0);
  brush.lineTo(size * 0.8, 0);
  brush.moveTo(0, -size * 1.25);
  brush.lineTo(-size * 0.25, 0);
  brush.lineTo(0, size * 1.25);
  brush.stroke();
  brush.restore();
}

export function heart(brush: Brush, size: number): void {
  const shine = brush.createRadialGradient(-size * 0.3, -size * 0.35, size * 0.05, 0, 0, size * 1.15);
  shine.addColorStop(0, '#ffffff');
  shine.addColorStop(0.3, '#ffb4d5');
  shine.addColorStop(0.8, rose);
  shine.addColorStop(1, deepRose);
  brush.fillStyle = shine;
  brush.beginPath();
  brush.moveTo(0, size * 0.9);
  brush.bezierCurveTo(-size * 1.4, -size * 0.1, -size * 0.8, -size * 1.1, 0, -size * 0.42);
  brush.bezierCurveTo(size * 0.8, -size * 1.1, size * 1.4, -size * 0.1, 0, size * 0.9);
  brush.fill();
  brush.strokeStyle = fade(deepRose, 0.7);
  brush.lineWidth = 1.4;
  brush.stroke();
}

/** Paints a star of four rays with a halo. */
export function sparkle(brush: Brush, size: number, colour: string): void {
  glow(brush, 0, 0, size * 0.8, colour, 0.75);
  brush.fillStyle = '#ffffff';
  brush.beginPath();
  for (let point = 0; point < 8; point++) {
    const angle = (point / 8) * 2 * Math.PI;
    const distance = point % 2 === 0 ? size : size * 0.12;
    brush.lineTo(Math.cos(angle) * distance, Math.sin(angle) * distance);
  }
  brush.closePath();
  brush.fill();
}

/** Paints a butterfly with its body on the x axis: a vertical stretch makes it flap. */
export function butterfly(brush: Brush, size: number, colour: string): void {
  for (const flip of [1, -1]) {
    brush.save();
    brush.scale(1, flip);
    const wing = brush.createRadialGradient(0, 0, size * 0.1, size * 0.1, size * 0.4, size);
    wing.addColorStop(0, '#ffffff');
    wing.addColorStop(0.5, colour);
    wing.addColorStop(1, deepRose);
    brush.fillStyle = wing;
    brush.strokeStyle = fade('#7b2a5c', 0.7);
    brush.lineWidth = 1.8;
    brush.beginPath();
    brush.moveTo(size * 0.1, 0);
    brush.bezierCurveTo(size * 0.35, size * 0.5, size * 0.95, size * 0.95, size * 0.9, size * 0.5);
    brush.bezierCurveTo(size * 0.9, size * 0.2, size * 0.4, size * 0.05, size * 0.1, 0);
    brush.fill();
    brush.stroke();
    brush.beginPath();
    brush.moveTo(0, 0);
    brush.bezierCurveTo(-size * 0.1, size * 0.5, -size * 0.75, size * 0.8, -size * 0.72, size * 0.4);
    brush.bezierCurveTo(-size * 0.7, size * 0.15, -size * 0.3, size * 0.05, 0, 0);
    brush.fill();
    brush.stroke();
    brush.fillStyle = blush;
    brush.beginPath();
    brush.arc(size * 0.66, size * 0.46, size * 0.1, 0, 2 * Math.PI);
    brush.fill();
    brush.restore();
  }
  brush.strokeStyle = '#5c2348';
  brush.lineWidth = size * 0.09;
  brush.lineCap = 'round';
  brush.beginPath();
  brush.moveTo(-size * 0.35, 0);
  brush.lineTo(size * 0.35, 0);
  brush.stroke();
}
