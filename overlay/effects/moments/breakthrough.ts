import type { Actor } from '../core/actor.ts';
import { fade, glowSprite, paintSprite, type Sprite } from '../core/canvas.ts';
import type { EffectPage } from '../core/page.ts';
import { between } from '../core/random.ts';
import type { Strips } from '../core/strips.ts';
import { momentSeconds } from './queue.ts';
import { cometSprite, easeOut, type MomentScene, riseAndFall } from './shapes.ts';

interface Rise {
  x: number;
  start: number;
  scale: number;
}

/** Light shoots up both edges and bursts along the top. */
export class Breakthrough implements Actor {
  private readonly page: EffectPage;
  private readonly comet: Sprite;
  private readonly flare: Sprite;
  private readonly shard: Sprite;
  private readonly rises: Rise[];

  constructor({ page, random, colours, amount }: MomentScene) {
    this.page = page;
    this.comet = cometSprite(colours.main, colours.light);
    this.flare = glowSprite(260, colours.main, 0.9);
    this.shard = paintSprite(120, 26, (brush) => {
      const edge = brush.createLinearGradient(-60, 0, 60, 0);
      edge.addColorStop(0, fade(colours.main, 0));
      edge.addColorStop(0.6, colours.main);
      edge.addColorStop(1, '#ffffff');
      brush.fillStyle = edge;
      brush.beginPath();
      brush.moveTo(-60, 0);
      brush.lineTo(30, -11);
      brush.lineTo(60, 0);
      brush.lineTo(30, 11);
      brush.fill();
    });
    this.rises = Array.from({ length: Math.round(26 * amount) }, (_, index) => {
      const inward = between(random, 14, page.side * 0.72);
      return {
        x: index % 2 === 0 ? inward : page.width - inward,
        start: random() * 0.9,
        scale: between(random, 0.55, 1.15),
      };
    });
  }

  step(): void {}

  draw(strips: Strips, time: number): void {
    const { width, height } = this.page;
    const light = riseAndFall(time, momentSeconds.breakthrough, 0.15);
    for (const x of [0, width]) {
      const y = height * (1 - easeOut(time / 1));
      strips.place(this.flare, { x, y, alpha: light, scale: 0.8 });
      strips.place(this.flare, { x, y: height * 0.5, alpha: light * 0.5, scale: 0.8 });
    }
    for (const { x, start, scale } of this.rises) {
      const part = (time - start) / 0.85;
      if (part <= 0 || part >= 1) continue;
      const y = height * (1.05 - 1.15 * easeOut(part));
      strips.place(this.comet, { x, y, turn: -Math.PI / 2, scale, alpha: Math.min(1, (1 - part) * 3) });
    }
    const burst = (time - 0.75) / 1.3;
    if (burst <= 0 || burst >= 1) return;
    for (let index = 0; index < 22; index++) {
      const across = (index + 0.5) / 22;
      const angle = Math.PI * (0.08 + 0.84 * across);
      const reach = easeOut(burst) * (220 + (index % 4) * 50);
      strips.place(this.shard, {
        x: across * width + Math.cos(angle) * -reach * 0.25,
        y: -20 + Math.sin(angle) * reach,
        turn: Math.PI - angle,
        scale: 1.1 - burst * 0.6,
        alpha: 1 - burst,
      });
    }
  }
}
