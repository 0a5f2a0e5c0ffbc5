import { type Brush, fade } from '../../core/canvas.ts';
import { between, type Random } from '../../core/random.ts';
import { cinnabar, curve, ink, stroke } from './brushwork.ts';

/** Paints a stalk of bamboo with leaves at its nodes, from the bottom up. */
export function paintBamboo(
  brush: Brush,
  random: Random,
  x: number,
  ground: number,
  top: number,
  width: number,
  alpha: number,
): void {
  let y = ground;
  let middle = x;
  brush.save();
  while (y > top) {
    const length = Math.min(y - top, between(random, 130, 175));
    const lean = between(random, -4, 7);
    const tone = brush.createLinearGradient(middle - width / 2, 0, middle + width / 2, 0);
    tone.addColorStop(0, fade(ink, alpha * 0.95));
    tone.addColorStop(0.3, fade('#3a3f47', alpha * 0.72));
    tone.addColorStop(0.7, fade('#7a8088', alpha * 0.6));
    tone.addColorStop(1, fade('#444a52', alpha * 0.78));
    brush.fillStyle = tone;
    brush.beginPath();
    brush.moveTo(middle - width * 0.55, y);
    brush.quadraticCurveTo(
      middle - width * 0.42 + lean / 2,
      y - length / 2,
      middle - width * 0.53 + lean,
      y - length + 5,
    );
    brush.lineTo(middle + width * 0.53 + lean, y - length + 5);
    brush.quadraticCurveTo(middle + width * 0.42 + lean / 2, y - length / 2, middle + width * 0.55, y);
    brush.closePath();
    brush.fill();
    brush.strokeStyle = fade(ink, alpha);
    brush.lineWidth = 4.5;
    brush.lineCap = 'round';
    brush.beginPath();
    brush.moveTo(middle - width * 0.62, y + 1);
    brush.quadraticCurveTo(middle, y - 7, middle + width * 0.64, y);
    brush.stroke();
    if (y < ground - 60 && random() < 0.75) leaves(brush, random, middle + width * 0.4, y, alpha);
    y -= length;
    middle += lean;
  }
  // The shoot at the top.
  for (const [turn, length] of [
    [-1.9, 120],
    [-1.45, 170],
    [-0.95, 130],
    [-0.3, 100],
    [0.5, 84],
  ] as const) {
    paintLeaf(brush, middle, y + 14, length, turn + between(random, -0.12, 0.12), fade(ink, alpha * 0.95));
  }
  brush.restore();
}

function leaves(brush: Brush, random: Random, x: number, y: number, alpha: number): void {
  const tipX = x + between(random, 30, 58);
  const tipY = y - between(random, 10, 44);
  brush.strokeStyle = fade(ink, alpha);
  brush.lineWidth = 2.6;
  brush.beginPath();
  brush.moveTo(x - 4, y);
  brush.lineTo(tipX, tipY);
  brush.stroke();
  const count = 3 + Math.floor(random() * 3);
  for (let leaf = 0; leaf < count; leaf++) {
    const angle = between(random, -0.2, 1.25) + (leaf === 0 ? -0.6 : 0);
    paintLeaf(brush, tipX, tipY, between(random, 62, 112), angle, fade(ink, alpha * between(random, 0.6, 1)));
  }
}

export function paintLeaf(
  brush: Brush,
  x: number,
  y: number,
  length: number,
  turn: number,
  style: string,
): void {
  brush.save();
  brush.translate(x, y);
  brush.rotate(turn);
  brush.fillStyle = style;
  brush.beginPath();
  brush.moveTo(0, 0);
  brush.bezierCurveTo(length * 0.25, -length * 0.13, length * 0.6, -length * 0.08, length, 0);
  brush.bezierCurveTo(length * 0.6, length * 0.04, length * 0.25, length * 0.1, 0, 0);
  brush.fill();
  brush.restore();
}

/** Paints a blossoming plum branch from the left edge inwards. */
export function paintPlum(brush: Brush, random: Random, x: number, y: number, size: number): void {
  brush.save();
  brush.translate(x, y);
  brush.scale(size, size);
  const main = curve({ x: -30, y: 60 }, { x: 70, y: 50 }, { x: 60, y: -40 }, { x: 190, y: -70 });
  stroke(brush, main, 26, random, 0.35);
  const up = curve({ x: 78, y: 4 }, { x: 90, y: -50 }, { x: 60, y: -90 }, { x: 104, y: -160 });
  stroke(brush, up, 13, random, 0.35);
  const low = curve({ x: 30, y: 44 }, { x: 80, y: 70 }, { x: 120, y: 60 }, { x: 168, y: 92 });
  stroke(brush, low, 11, random, 0.4);
  const twig = curve({ x: 130, y: -52 }, { x: 150, y: -80 }, { x: 150, y: -110 }, { x: 176, y: -136 });
  stroke(brush, twig, 8, random, 0.3);
  for (const [bx, by, radius] of [
    [104, -164, 17],
    [78, -112, 22],
    [186, -74, 21],
    [178, -138, 15],
    [146, -60, 24],
    [96, -30, 20],
    [166, 92, 18],
    [118, 66, 22],
    [62, 22, 17],
    [150, -104, 15],
    [132, 30, 12],
  ] as const) {
    blossom(brush, random, bx, by, radius);
  }
  brush.restore();
}

export function blossom(brush: Brush, random: Random, x: number, y: number, radius: number): void {
  brush.save();
  brush.translate(x, y);
  brush.rotate(random() * 6);
  for (let petal = 0; petal < 5; petal++) {
    brush.rotate((2 * Math.PI) / 5);
    const tone = brush.createRadialGradient(0, radius * 0.2, 1, 0, radius * 0.6, radius * 0.7);
    tone.addColorStop(0, '#7e1712');
    tone.addColorStop(0.5, cinnabar);
    tone.addColorStop(1, '#e8604a');
    brush.fillStyle = tone;
    brush.globalAlpha = 0.92;
    brush.beginPath();
    brush.ellipse(0, radius * 0.6, radius * 0.46, radius * 0.5, 0, 0, 2 * Math.PI);
    brush.fill();
  }
  brush.globalAlpha = 1;
  brush.strokeStyle = '#2a0f0c';
  brush.fillStyle = '#f6d56a';
  brush.lineWidth = 1.2;
  for (let thread = 0; thread < 7; thread++) {
    const angle = (thread / 7) * 2 * Math.PI;
    const reach = radius * 0.42;
    brush.beginPath();
    brush.moveTo(0, 0);
    brush.lineTo(Math.cos(angle) * reach, Math.sin(angle) * reach);
    brush.stroke();
    brush.beginPath();
    brush.arc(Math.cos(angle) * reach, Math.sin(angle) * reach, 1.8, 0, 2 * Math.PI);
    brush.fill();
  }
  brush.restore();
}
