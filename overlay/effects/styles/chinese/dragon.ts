import type { Actor } from '../../core/actor.ts';
import { type Brush, fade, paintSprite, type Sprite } from '../../core/canvas.ts';
import type { EffectPage } from '../../core/page.ts';
import type { Strips } from '../../core/strips.ts';
import { darkGold, gold, jade, paleGold, vermilion } from './ornaments.ts';

const line = '#6d3a08';

/** The dragon's head. It faces right with an open mouth. */
function dragonHead(): Sprite {
  return paintSprite(300, 280, (brush) => {
    brush.lineJoin = 'round';
    brush.lineCap = 'round';
    mane(brush);
    horns(brush);
    mouth(brush);
    jaw(brush);
    skull(brush);
    teeth(brush);
    eye(brush);
    whiskers(brush);
  });
}

function mane(brush: Brush): void {
  const tufts = [
    [-2.7, 112, vermilion],
    [-2.35, 100, '#ff7a2e'],
    [2.75, 116, vermilion],
    [-3.05, 124, '#ff8f3a'],
    [2.35, 98, '#e8431f'],
    [1.95, 84, vermilion],
    [-2.05, 84, '#e8431f'],
    [2.95, 96, gold],
    [-2.6, 80, gold],
    [1.6, 70, '#ff7a2e'],
  ] as const;
  for (const [angle, length, style] of tufts) {
    brush.save();
    brush.translate(-26, 0);
    brush.rotate(angle);
    brush.beginPath();
    brush.moveTo(10, -20);
    brush.bezierCurveTo(length * 0.45, -30, length * 0.6, 4, length, -10);
    brush.bezierCurveTo(length * 0.7, 20, length * 0.4, 14, 10, 20);
    brush.closePath();
    brush.fillStyle = style;
    brush.fill();
    brush.strokeStyle = '#7c0c0e';
    brush.lineWidth = 2;
    brush.stroke();
    brush.restore();
  }
}

function horns(brush: Brush): void {
  for (const [dx, dy] of [
    [12, -6],
    [0, 0],
  ] as const) {
    for (const [style, width] of [
      [line, 15],
      ['#fff3d2', 10],
    ] as const) {
      brush.strokeStyle = style;
      brush.lineWidth = width;
      brush.beginPath();
      brush.moveTo(-14 + dx, -36 + dy);
      brush.bezierCurveTo(-30 + dx, -70 + dy, -62 + dx, -78 + dy, -84 + dx, -112 + dy);
      brush.stroke();
      brush.lineWidth = width * 0.7;
      brush.beginPath();
      brush.moveTo(-52 + dx, -80 + dy);
      brush.quadraticCurveTo(-52 + dx, -104 + dy, -42 + dx, -122 + dy);
      brush.stroke();
    }
  }
}

function mouth(brush: Brush): void {
  brush.fillStyle = '#7d0f14';
  brush.beginPath();
  brush.moveTo(4, 4);
  brush.lineTo(108, 0);
  brush.quadraticCurveTo(100, 34, 84, 44);
  brush.lineTo(0, 30);
  brush.closePath();
  brush.fill();
  brush.fillStyle = '#f0606a';
  brush.beginPath();
  brush.moveTo(20, 24);
  brush.bezierCurveTo(50, 8, 84, 22, 112, 12);
  brush.bezierCurveTo(96, 34, 60, 34, 26, 36);
  brush.closePath();
  brush.fill();
}

function jaw(brush: Brush): void {
  const metal = brush.createLinearGradient(0, 20, 0, 66);
  metal.addColorStop(0, gold);
  metal.addColorStop(1, '#b06a16');
  brush.beginPath();
  brush.moveTo(-40, 14);
  brush.quadraticCurveTo(-4, 26, 30, 32);
  brush.quadraticCurveTo(64, 40, 92, 34);
  brush.quadraticCurveTo(98, 52, 74, 56);
  brush.quadraticCurveTo(20, 64, -44, 42);
  brush.closePath();
  finish(brush, metal);
  for (const [x, length] of [
    [66, 34],
    [44, 44],
    [22, 36],
  ] as const) {
    brush.beginPath();
    brush.moveTo(x + 10, 54);
    brush.quadraticCurveTo(x - 2, 66, x - 16, 56 + length);
    brush.quadraticCurveTo(x - 14, 62, x - 10, 54);
    brush.closePath();
    finish(brush, '#ff8f3a');
  }
}

function skull(brush: Brush): void {
  const metal = brush.createLinearGradient(0, -60, 0, 16);
  metal.addColorStop(0, '#c57d1c');
  metal.addColorStop(0.4, paleGold);
  metal.addColorStop(1, gold);
  brush.beginPath();
  brush.moveTo(-56, 26);
  brush.bezierCurveTo(-66, -22, -40, -52, -4, -50);
  brush.bezierCurveTo(12, -58, 26, -44, 44, -36);
  brush.bezierCurveTo(66, -30, 78, -36, 92, -42);
  brush.bezierCurveTo(114, -44, 126, -22, 116, -4);
  brush.bezierCurveTo(92, 8, 60, 2, 34, 6);
  brush.bezierCurveTo(4, 12, -20, 24, -56, 26);
  brush.closePath();
  finish(brush, metal);
  brush.beginPath();
  brush.arc(104, -24, 9, 0.4, Math.PI * 1.7);
  brush.strokeStyle = line;
  brush.lineWidth = 4;
  brush.stroke();
  brush.strokeStyle = darkGold;
  brush.lineWidth = 2.2;
  for (const x of [46, 60, 74]) {
    brush.beginPath();
    brush.arc(x, -14, 12, -Math.PI * 0.8, -Math.PI * 0.2);
    brush.stroke();
  }
  brush.beginPath();
  brush.moveTo(-34, -8);
  brush.quadraticCurveTo(-20, 12, -44, 22);
  brush.stroke();
}

function teeth(brush: Brush): void {
  brush.fillStyle = '#fffdf2';
  brush.strokeStyle = line;
  brush.lineWidth = 1.4;
  for (const [x, y, length] of [
    [104, 0, 24],
    [88, 4, 13],
    [72, 4, 13],
    [56, 4, 12],
    [84, 35, -16],
    [66, 37, -11],
    [50, 35, -10],
  ] as const) {
    brush.beginPath();
    brush.moveTo(x - 6, y);
    brush.lineTo(x + 1, y + length);
    brush.lineTo(x + 6, y);
    brush.closePath();
    brush.fill();
    brush.stroke();
  }
}

function eye(brush: Brush): void {
  brush.beginPath();
  brush.ellipse(20, -22, 17, 12, -0.25, 0, 2 * Math.PI);
  finish(brush, '#fffdf0');
  brush.fillStyle = jade;
  brush.beginPath();
  brush.arc(24, -22, 8.5, 0, 2 * Math.PI);
  brush.fill();
  brush.fillStyle = '#0b130f';
  brush.beginPath();
  brush.ellipse(25, -22, 3, 7, 0, 0, 2 * Math.PI);
  brush.fill();
  brush.fillStyle = '#ffffff';
  brush.beginPath();
  brush.arc(28, -26, 2.6, 0, 2 * Math.PI);
  brush.fill();
  brush.beginPath();
  brush.moveTo(-6, -30);
  brush.bezierCurveTo(8, -48, 30, -44, 46, -30);
  brush.bezierCurveTo(28, -34, 14, -36, -6, -30);
  brush.closePath();
  finish(brush, vermilion);
}

function whiskers(brush: Brush): void {
  for (const [style, width] of [
    [line, 6],
    ['#ffd98a', 3.4],
  ] as const) {
    brush.strokeStyle = style;
    brush.lineWidth = width;
    brush.beginPath();
    brush.moveTo(108, -12);
    brush.bezierCurveTo(150, -20, 120, -80, 142, -104);
    brush.moveTo(104, 2);
    brush.bezierCurveTo(140, 20, 112, 70, 136, 96);
    brush.stroke();
  }
}

function finish(brush: Brush, style: string | CanvasGradient): void {
  brush.fillStyle = style;
  brush.fill();
  brush.strokeStyle = line;
  brush.lineWidth = 2.6;
  brush.stroke();
}

const SEGMENTS = 58;

/** A golden dragon along the edge. Its body moves in waves; it stays in place. */
export class Dragon implements Actor {
  private readonly page: EffectPage;
  private readonly head = dragonHead();
  private readonly segment = segmentSprite();
  private readonly claw = clawSprite();
  private readonly tail = tailSprite();

  constructor(page: EffectPage) {
    this.page = page;
  }

  step(): void {}

  draw(strips: Strips, time: number): void {
    const points = Array.from({ length: SEGMENTS }, (_, index) => this.at(index / (SEGMENTS - 1), time));
    for (const [index, point] of points.entries()) {
      const next = points[index + 1] ?? point;
      const before = points[index - 1] ?? point;
      const turn = Math.atan2(next.y - before.y, next.x - before.x);
      const part = index / (SEGMENTS - 1);
      const thick = 0.3 + 0.62 * Math.sin(Math.min(1, part * 1.3 + 0.05) * Math.PI * 0.5) ** 0.8;
      if (index === 0) strips.place(this.tail, { ...point, turn, scale: 0.9 });
      if (index === 20 || index === 40) {
        const reach = Math.sin(time * 1.6 + index) * 0.25;
        strips.place(this.claw, { ...point, turn: turn + 0.5 + reach, scale: thick * 1.1 });
        strips.place(this.claw, { ...point, turn: turn - 0.3 - reach, scale: thick * 1.1, stretch: -1 });
      }
      strips.place(this.segment, { ...point, turn, scale: thick });
    }
    const neck = points[SEGMENTS - 3];
    const last = points[SEGMENTS - 1];
    if (neck === undefined || last === undefined) return;
    const nod = Math.sin(time * 1.3) * 0.08;
    const turn = Math.atan2(last.y - neck.y, last.x - neck.x) * 0.35 - 0.12 + nod;
    strips.place(this.head, { x: last.x + 8, y: last.y - 14, turn, scale: 0.74 });
  }

  /** Position of a part of the body, from the tail (0, below) to the head (1, above). */
  private at(part: number, time: number): { x: number; y: number } {
    const { height, side } = this.page;
    const bend = part * 16 - time * 1.5;
    const wave = Math.sin(bend);
    // The waves are smaller at the head, so that no part of it leaves the band.
    const width = side * 0.27 * (1 - part ** 3 * 0.75);
    const climb = height * (0.9 - part ** 1.1 * 0.66) + Math.sin(time * 0.8) * 10;
    return { x: side * (0.44 + part ** 6 * 0.06) + wave * width, y: climb + Math.cos(bend) * 8 };
  }
}

/** One segment of the body, with the head's side to the right: scales above, belly below, a fin on the back. */
function segmentSprite(): Sprite {
  return paintSprite(110, 110, (brush) => {
    brush.fillStyle = vermilion;
    brush.strokeStyle = '#7c0c0e';
    brush.lineWidth = 1.5;
    brush.beginPath();
    brush.moveTo(-16, -28);
    brush.quadraticCurveTo(-22, -44, -34, -50);
    brush.quadraticCurveTo(-4, -48, 14, -28);
    brush.closePath();
    brush.fill();
    brush.stroke();
    const body = brush.createLinearGradient(0, -34, 0, 34);
    body.addColorStop(0, '#a4600f');
    body.addColorStop(0.25, gold);
    body.addColorStop(0.5, paleGold);
    body.addColorStop(0.68, '#ffb347');
    body.addColorStop(0.72, '#fff0cf');
    body.addColorStop(1, '#c97a2b');
    brush.fillStyle = body;
    brush.beginPath();
    brush.ellipse(0, 0, 30, 34, 0, 0, 2 * Math.PI);
    brush.fill();
    scales(brush);
    brush.strokeStyle = fade(darkGold, 0.7);
    brush.lineWidth = 1.6;
    brush.beginPath();
    brush.ellipse(0, 0, 30, 34, 0, -1.2, 1.2);
    brush.stroke();
    brush.beginPath();
    brush.arc(-2, 15, 22, -0.2, 1.2);
    brush.stroke();
  });
}

function scales(brush: Brush): void {
  brush.strokeStyle = fade(darkGold, 0.85);
  brush.lineWidth = 1.8;
  for (const [x, y] of [
    [-6, -20],
    [10, -20],
    [2, -7],
    [18, -6],
    [-14, -7],
    [-6, 5],
    [10, 5],
  ] as const) {
    brush.beginPath();
    brush.arc(x, y, 9, -Math.PI * 0.5, Math.PI * 0.5);
    brush.stroke();
  }
}

function clawSprite(): Sprite {
  return paintSprite(170, 170, (brush) => {
    brush.lineCap = 'round';
    for (const [style, width] of [
      [darkGold, 19],
      [gold, 14],
    ] as const) {
      brush.strokeStyle = style;
      brush.lineWidth = width;
      brush.beginPath();
      brush.moveTo(0, 8);
      brush.quadraticCurveTo(26, 40, 8, 58);
      brush.stroke();
    }
    for (const [x, y] of [
      [34, 60],
      [26, 76],
      [8, 82],
      [-10, 74],
    ] as const) {
      brush.beginPath();
      brush.moveTo(2, 52);
      brush.quadraticCurveTo(x * 0.9, y - 14, x, y);
      brush.quadraticCurveTo(x * 0.3, y - 4, 14, 62);
      brush.closePath();
      brush.fillStyle = '#fff4d0';
      brush.fill();
      brush.strokeStyle = darkGold;
      brush.lineWidth = 2;
      brush.stroke();
    }
  });
}

function tailSprite(): Sprite {
  return paintSprite(150, 150, (brush) => {
    for (const [angle, length, style] of [
      [-0.5, 66, vermilion],
      [0.5, 62, '#ff6a2c'],
      [-0.2, 74, '#ff8f3a'],
      [0.15, 70, vermilion],
      [0, 58, gold],
    ] as const) {
      brush.save();
      brush.rotate(Math.PI + angle);
      brush.beginPath();
      brush.moveTo(0, -10);
      brush.quadraticCurveTo(length * 0.5, -16, length, 0);
      brush.quadraticCurveTo(length * 0.5, 6, 0, 10);
      brush.closePath();
      brush.fillStyle = style;
      brush.fill();
      brush.strokeStyle = '#7c0c0e';
      brush.lineWidth = 1.5;
      brush.stroke();
      brush.restore();
    }
  });
}
