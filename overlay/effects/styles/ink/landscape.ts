import { type Brush, fade, glow, paintSprite, type Sprite } from '../../core/canvas.ts';
import { between, type Random } from '../../core/random.ts';
import { cinnabar, ink, paper } from './brushwork.ts';

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
