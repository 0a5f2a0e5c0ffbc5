import type { Actor } from '../../core/actor.ts';
import { type Brush, fade, paintSprite, type Sprite } from '../../core/canvas.ts';
import type { EffectPage } from '../../core/page.ts';
import type { Strips } from '../../core/strips.ts';
import { dragonHead } from './dragonHead.ts';
import { darkGold, gold, paleGold, vermilion } from './ornaments.ts';

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
