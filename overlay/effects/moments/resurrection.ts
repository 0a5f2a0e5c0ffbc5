import type { Actor } from '../core/actor.ts';
import { type Brush, fade, glow, glowSprite, paintSprite, type Sprite } from '../core/canvas.ts';
import type { EffectPage } from '../core/page.ts';
import { between } from '../core/random.ts';
import type { Strips } from '../core/strips.ts';
import { momentSeconds } from './queue.ts';
import { easeOut, type MomentScene, riseAndFall } from './shapes.ts';

const FEATHERS = 13;

interface Mote {
  x: number;
  start: number;
  speed: number;
  scale: number;
  phase: number;
}

/** Success: the wings of a phoenix open along both edges. Failure: grey feathers sink along them. */
export class Resurrection implements Actor {
  private readonly page: EffectPage;
  private readonly restored: boolean;
  private readonly feather: Sprite;
  private readonly halo: Sprite;
  private readonly mote: Sprite;
  private readonly motes: Mote[];

  constructor({ page, random, colours, amount }: MomentScene, restored: boolean) {
    this.page = page;
    this.restored = restored;
    this.feather = paintSprite(520, 110, (brush) => {
      if (restored)
        feather(brush, colours.light, '#ffd45e', colours.main === '#c42f20' ? '#c42f20' : '#ff6a1a');
      else feather(brush, '#dfe5ef', '#8b96a8', '#3d4654');
    });
    this.halo = glowSprite(340, restored ? '#ffb52e' : '#8b96a8', restored ? 0.9 : 0.4);
    this.mote = glowSprite(16, restored ? '#ffd98a' : '#aab3c2', 1);
    this.motes = Array.from({ length: Math.round(34 * amount) }, () => {
      const inward = random() * page.side * 0.85;
      return {
        x: random() < 0.5 ? inward : page.width - inward,
        start: random() * 1.4,
        speed: between(random, 300, 760),
        scale: between(random, 0.5, 1.4),
        phase: random() * 6,
      };
    });
  }

  step(): void {}

  draw(strips: Strips, time: number): void {
    const { width, height } = this.page;
    const light = riseAndFall(time, momentSeconds.resurrection, 0.2);
    if (this.restored) this.wings(strips, time, light);
    else this.fall(strips, time, light);
    for (const { x, start, speed, scale, phase } of this.motes) {
      const since = time - start;
      if (since <= 0) continue;
      const way = since * speed * (this.restored ? 1 : 0.4);
      const y = this.restored ? height - way : height * 0.2 + way;
      strips.place(this.mote, { x: x + Math.sin(since * 3 + phase) * 16, y, scale, alpha: light });
    }
    strips.place(this.halo, { x: width / 2, y: height + 60, scale: 1.5, alpha: light });
  }

  /** Draws the wings. Each is a fan of feathers that opens upwards along an edge. */
  private wings(strips: Strips, time: number, light: number): void {
    const { width, height, side } = this.page;
    const open = easeOut(time / 1.1);
    const beat = Math.sin(time * 4.2) * 0.05 * open;
    for (const left of [true, false]) {
      const x = (inward: number) => (left ? inward : width - inward);
      strips.place(this.halo, { x: x(40), y: height * 0.75, alpha: light * 0.8 });
      for (let index = FEATHERS - 1; index >= 0; index--) {
        const part = index / (FEATHERS - 1);
        const lift = height * (0.93 - part * 0.62 * open);
        const angle = -0.22 - part * (1.05 * open) + beat * (1 + part);
        strips.place(this.feather, {
          x: x(side * (0.72 - part * 0.42)),
          y: lift,
          turn: left ? Math.PI - angle - 0.35 : angle + 0.35,
          stretch: left ? -1 : 1,
          scale: 0.62 + part * 0.34,
          alpha: light,
        });
      }
    }
  }

  private fall(strips: Strips, time: number, light: number): void {
    const { width, height, side } = this.page;
    for (let index = 0; index < 14; index++) {
      const left = index % 2 === 0;
      const inward = side * (0.2 + ((index * 37) % 60) / 100);
      strips.place(this.feather, {
        x: (left ? inward : width - inward) + Math.sin(time * 2 + index) * 26,
        y: height * (0.02 + index * 0.055) + time * 130,
        turn: Math.sin(time * 1.6 + index * 1.3) * 0.7 + 1.2,
        scale: 0.36,
        alpha: light,
      });
    }
  }
}

/** Paints a feather whose tip points to the right. */
function feather(brush: Brush, light: string, middle: string, deep: string): void {
  glow(brush, 40, 0, 52, middle, 0.35);
  const vane = brush.createLinearGradient(-250, 0, 250, 0);
  vane.addColorStop(0, fade(deep, 0));
  vane.addColorStop(0.25, fade(deep, 0.9));
  vane.addColorStop(0.65, middle);
  vane.addColorStop(1, light);
  brush.fillStyle = vane;
  brush.beginPath();
  brush.moveTo(-250, 0);
  brush.bezierCurveTo(-120, -40, 110, -58, 252, -14);
  brush.bezierCurveTo(200, 30, 20, 44, -250, 0);
  brush.fill();
  brush.strokeStyle = fade(deep, 0.5);
  brush.lineWidth = 1.6;
  brush.beginPath();
  for (let barb = 0; barb < 13; barb++) {
    const x = -170 + barb * 30;
    brush.moveTo(x, -2);
    brush.lineTo(x + 44, -26);
    brush.moveTo(x, 2);
    brush.lineTo(x + 40, 20);
  }
  brush.stroke();
  brush.strokeStyle = light;
  brush.lineWidth = 3;
  brush.beginPath();
  brush.moveTo(-240, 0);
  brush.quadraticCurveTo(40, 0, 246, -12);
  brush.stroke();
}
