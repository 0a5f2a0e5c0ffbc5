import { type Brush, fade, glow, paintSprite, type Sprite } from '../../core/canvas.ts';
import { between, type Random } from '../../core/random.ts';
import { cinnabar, curve, ink, paper, stroke } from './brushwork.ts';

/** Paints three misty mountain ranges from edge to edge, with a valley in the middle. */
export function paintMountains(brush: Brush, random: Random, width: number, height: number): void {
  for (const [lift, rough, top, foot] of [
    [250, 120, '#9aa0a8', 0.55],
    [180, 150, '#60666f', 0.75],
    [90, 110, ink, 0.95],
  ] as const) {
    const ridge = ridgeLine(random, width, lift, rough);
    brush.beginPath();
    brush.moveTo(-10, height + 10);
    for (const [x, rise] of ridge) brush.lineTo(x, height - rise);
    brush.lineTo(width + 10, height + 10);
    brush.closePath();
    const tone = brush.createLinearGradient(0, height - lift - rough, 0, height);
    tone.addColorStop(0, fade(top, foot));
    tone.addColorStop(0.45, fade(top, foot * 0.55));
    tone.addColorStop(1, fade(paper, 0.5));
    brush.fillStyle = tone;
    brush.fill();
    brush.strokeStyle = fade(ink, foot * 0.7);
    brush.lineWidth = 2.4;
    brush.lineJoin = 'round';
    brush.beginPath();
    for (const [x, rise] of ridge) brush.lineTo(x, height - rise);
    brush.stroke();
    cracks(brush, random, ridge, height, foot);
    for (let mist = 0; mist < 9; mist++) {
      glow(
        brush,
        random() * width,
        height - between(random, 0, lift * 0.5),
        between(random, 80, 170),
        paper,
        0.34,
      );
    }
  }
}

function ridgeLine(random: Random, width: number, lift: number, rough: number): [number, number][] {
  const peaks = Array.from({ length: 7 }, () => ({
    x: random() * width,
    reach: between(random, 90, 190),
    rise: between(random, 0.3, 1) * rough,
  }));
  let jitter = 0;
  return Array.from({ length: 110 }, (_, index) => {
    const x = (index / 109) * (width + 20) - 10;
    const fromMiddle = Math.abs(x / width - 0.5) * 2;
    let rise = lift * (0.3 + 0.7 * fromMiddle ** 1.4);
    for (const peak of peaks) {
      rise += peak.rise * Math.max(0, 1 - Math.abs(x - peak.x) / peak.reach) ** 1.5 * (0.25 + fromMiddle);
    }
    jitter = jitter * 0.6 + between(random, -7, 7);
    return [x, rise + jitter] as [number, number];
  });
}

/** Paints short strokes on a slope, as texture of the rock. */
function cracks(brush: Brush, random: Random, ridge: [number, number][], height: number, foot: number): void {
  brush.strokeStyle = fade(ink, foot * 0.4);
  for (let index = 2; index < ridge.length; index += 2) {
    const [x, rise] = ridge[index] ?? [0, 0];
    const down = between(random, 14, 70);
    brush.lineWidth = between(random, 1, 3);
    brush.beginPath();
    brush.moveTo(x, height - rise + 4);
    brush.quadraticCurveTo(
      x + between(random, -8, 8),
      height - rise + down / 2,
      x + between(random, -22, 22),
      height - rise + down,
    );
    brush.stroke();
  }
}

/** Paints a red sun like the print of a worn seal. */
export function paintSun(brush: Brush, random: Random, x: number, y: number, radius: number): void {
  brush.save();
  brush.beginPath();
  brush.arc(x, y, radius, 0, 2 * Math.PI);
  brush.clip();
  brush.fillStyle = cinnabar;
  brush.fillRect(x - radius, y - radius, radius * 2, radius * 2);
  brush.fillStyle = fade('#e8745c', 0.35);
  for (let line = 0; line < 26; line++) {
    brush.fillRect(
      x - radius + random() * radius,
      y - radius + random() * radius * 2,
      random() * radius * 1.6,
      2,
    );
  }
  brush.fillStyle = fade('#8d1a12', 0.4);
  for (let line = 0; line < 18; line++) {
    brush.fillRect(x - radius + random() * radius, y + random() * radius, random() * radius * 1.4, 2.5);
  }
  brush.restore();
}

/** A crane that flies to the right. `beat` is the position of its wings, -1 to 1. */
export function craneSprite(beat: number): Sprite {
  return paintSprite(220, 190, (brush) => {
    brush.lineJoin = 'round';
    brush.lineCap = 'round';
    const wing = (near: boolean) => {
      const lift = -beat * (near ? 78 : 66);
      const base = near ? 4 : 14;
      brush.beginPath();
      brush.moveTo(base + 16, -4);
      brush.bezierCurveTo(base + 12, lift * 0.55 - 10, base - 14, lift - 6, base - 46, lift);
      brush.bezierCurveTo(base - 30, lift * 0.55 + 12, base - 34, lift * 0.2 + 12, base - 22, 6);
      brush.closePath();
      brush.fillStyle = near ? '#ffffff' : '#dfe2e4';
      brush.fill();
      brush.strokeStyle = ink;
      brush.lineWidth = 2;
      brush.stroke();
      brush.lineWidth = 4.5;
      for (const part of [0, 0.2, 0.4, 0.6]) {
        brush.beginPath();
        brush.moveTo(base - 34 + part * 14, lift * (0.8 - part * 0.7) + 2);
        brush.lineTo(base - 56 + part * 14, lift * (1 - part * 0.8) + 12);
        brush.stroke();
      }
    };
    wing(false);
    brush.strokeStyle = ink;
    brush.lineWidth = 3;
    brush.beginPath();
    brush.moveTo(-26, 6);
    brush.lineTo(-92, 16);
    brush.moveTo(-26, 9);
    brush.lineTo(-88, 23);
    brush.stroke();
    brush.fillStyle = '#ffffff';
    brush.beginPath();
    brush.moveTo(-40, 8);
    brush.bezierCurveTo(-20, -16, 22, -14, 36, -6);
    brush.bezierCurveTo(56, 0, 66, -14, 92, -16);
    brush.bezierCurveTo(66, -4, 58, 8, 38, 6);
    brush.bezierCurveTo(20, 18, -14, 18, -40, 8);
    brush.closePath();
    brush.fill();
    brush.lineWidth = 2;
    brush.stroke();
    brush.lineWidth = 5;
    brush.beginPath();
    brush.moveTo(44, 1);
    brush.quadraticCurveTo(62, -4, 84, -14);
    brush.stroke();
    brush.lineWidth = 3;
    brush.beginPath();
    brush.moveTo(90, -16);
    brush.lineTo(107, -17);
    brush.stroke();
    brush.fillStyle = cinnabar;
    brush.beginPath();
    brush.arc(88, -19, 4.6, 0, 2 * Math.PI);
    brush.fill();
    wing(true);
  });
}

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

function blossom(brush: Brush, random: Random, x: number, y: number, radius: number): void {
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
