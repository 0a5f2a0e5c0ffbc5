import type { Actor } from '../../core/actor.ts';
import { type Brush, fade, glow, paintSprite, type Sprite } from '../../core/canvas.ts';
import type { Strips } from '../../core/strips.ts';
import { darkGold, deepRed, gold, paleGold, vermilion } from './palette.ts';

const WIDTH = 200;
const HEIGHT = 330;

/** A lit paper lantern with a tassel. It hangs from the sprite's centre, so a rotation makes it swing. */
export function lanternSprite(): Sprite {
  return paintSprite(WIDTH, HEIGHT * 2, (brush) => {
    brush.strokeStyle = darkGold;
    brush.lineWidth = 4;
    line(brush, 0, 0, 0, 96);
    glow(brush, 0, 160, 100, '#ff7a2a', 0.7);
    body(brush);
    cap(brush, 97);
    cap(brush, 214);
    tassel(brush);
  });
}

function body(brush: Brush): void {
  const paper = brush.createRadialGradient(-4, 156, 4, 0, 160, 82);
  paper.addColorStop(0, '#ffdf8a');
  paper.addColorStop(0.3, '#ff7a3a');
  paper.addColorStop(0.72, vermilion);
  paper.addColorStop(1, '#8c0d12');
  brush.fillStyle = paper;
  brush.beginPath();
  brush.ellipse(0, 160, 80, 58, 0, 0, 2 * Math.PI);
  brush.fill();
  brush.strokeStyle = fade(deepRed, 0.55);
  brush.lineWidth = 2;
  for (const part of [0.2, 0.48, 0.74, 0.93]) {
    brush.beginPath();
    brush.ellipse(0, 160, 80 * part, 58, 0, 0, 2 * Math.PI);
    brush.stroke();
  }
  brush.strokeStyle = fade(paleGold, 0.8);
  brush.lineWidth = 3;
  brush.beginPath();
  brush.ellipse(0, 160, 80, 58, 0, Math.PI * 1.08, Math.PI * 1.5);
  brush.stroke();
}

function cap(brush: Brush, y: number): void {
  const metal = brush.createLinearGradient(-38, 0, 38, 0);
  metal.addColorStop(0, darkGold);
  metal.addColorStop(0.4, paleGold);
  metal.addColorStop(1, darkGold);
  brush.fillStyle = metal;
  brush.beginPath();
  brush.roundRect(-38, y, 76, 14, 4);
  brush.fill();
}

function tassel(brush: Brush): void {
  brush.fillStyle = gold;
  brush.beginPath();
  brush.arc(0, 238, 9, 0, 2 * Math.PI);
  brush.fill();
  brush.lineCap = 'round';
  for (let thread = -4; thread <= 4; thread++) {
    brush.strokeStyle = thread % 2 === 0 ? vermilion : '#ff5a3c';
    brush.lineWidth = 3.4;
    brush.beginPath();
    brush.moveTo(thread * 1.2, 246);
    brush.quadraticCurveTo(thread * 2.2, 282, thread * 3.4, 318 - Math.abs(thread) * 3);
    brush.stroke();
  }
}

function line(brush: Brush, x1: number, y1: number, x2: number, y2: number): void {
  brush.beginPath();
  brush.moveTo(x1, y1);
  brush.lineTo(x2, y2);
  brush.stroke();
}

export interface Hanging {
  x: number;
  y: number;
  scale: number;
}

/** Lanterns that swing slowly. */
export class Lanterns implements Actor {
  private readonly sprite = lanternSprite();
  private readonly hangings: readonly Hanging[];

  constructor(hangings: readonly Hanging[]) {
    this.hangings = hangings;
  }

  step(): void {}

  draw(strips: Strips, time: number): void {
    for (const [index, { x, y, scale }] of this.hangings.entries()) {
      const turn = Math.sin(time * (0.9 + index * 0.13) + index * 1.7) * 0.11;
      strips.place(this.sprite, { x, y, scale, turn });
    }
  }
}
