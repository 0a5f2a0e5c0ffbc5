import type { Actor } from '../core/actor.ts';
import { type Brush, fade, glowSprite, paintSprite, type Sprite } from '../core/canvas.ts';
import type { EffectPage } from '../core/page.ts';
import { between } from '../core/random.ts';
import type { Strips } from '../core/strips.ts';
import { momentSeconds } from './queue.ts';
import { easeOut, type MomentScene, riseAndFall } from './shapes.ts';

const FEATHERS = 18;
/** Size of a feather in units. */
const FEATHER = { length: 260, width: 72 };

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
    this.feather = paintSprite(FEATHER.length, FEATHER.width, (brush) => {
      if (restored) feather(brush, colours.light, '#ff9a26', '#c4261a');
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

  /**
   * Draws the wings. Each is a fan of feathers that opens upwards from a lower corner: the lowest ones lie in the band
   * below, the others stand nearly upright, because the band at the side is narrow.
   */
  private wings(strips: Strips, time: number, light: number): void {
    const { width, height } = this.page;
    const open = easeOut(time / 1.1);
    const beat = Math.sin(time * 4.2) * 0.05 * open;
    for (const left of [true, false]) {
      const x = (inward: number) => (left ? inward : width - inward);
      strips.place(this.halo, { x: x(0), y: height * 0.86, alpha: light * 0.9 });
      for (let index = FEATHERS - 1; index >= 0; index--) {
        const part = index / (FEATHERS - 1);
        const angle = 0.12 + 1.24 * open * part ** 0.7 + beat * (1 - part);
        const scale = 1.5 - 0.65 * part;
        const middle = (scale * FEATHER.length) / 2;
        strips.place(this.feather, {
          x: x(Math.cos(angle) * middle - 26),
          y: height * (0.99 - 0.4 * part ** 1.4 * open) - Math.sin(angle) * middle,
          turn: left ? -angle : Math.PI + angle,
          stretch: left ? 1 : -1,
          scale,
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
        scale: 0.72,
        alpha: light,
      });
    }
  }
}

/** Slits in the vanes of a feather: their beginning (units right of the middle), side of the shaft, and width. */
const SPLITS = [
  { x: -58, above: false, deep: 9 },
  { x: -22, above: true, deep: 12 },
  { x: 14, above: false, deep: 13 },
  { x: 40, above: true, deep: 10 },
  { x: 66, above: false, deep: 10 },
  { x: 88, above: true, deep: 8 },
] as const;

/**
 * Paints a feather whose tip points to the right: downy at its root, split vanes with a bright and a shaded half,
 * barbs, and an eye at the tip.
 */
function feather(brush: Brush, light: string, middle: string, deep: string): void {
  const along = brush.createLinearGradient(-124, 0, 124, 0);
  along.addColorStop(0, fade(deep, 0));
  along.addColorStop(0.22, fade(deep, 0.75));
  along.addColorStop(0.6, middle);
  along.addColorStop(1, light);
  brush.save();
  brush.shadowColor = fade(middle, 0.8);
  brush.shadowBlur = 9;
  brush.fillStyle = along;
  brush.beginPath();
  brush.moveTo(-124, 2);
  brush.bezierCurveTo(-70, -20, 30, -29, 92, -18);
  brush.quadraticCurveTo(116, -13, 128, -14);
  brush.quadraticCurveTo(112, 8, 74, 15);
  brush.bezierCurveTo(10, 24, -60, 16, -124, 2);
  brush.fill();
  brush.restore();
  // Shades and barbs stay within the vane.
  brush.save();
  brush.globalCompositeOperation = 'source-atop';
  const across = brush.createLinearGradient(0, -26, 0, 22);
  across.addColorStop(0, fade(light, 0.55));
  across.addColorStop(0.5, fade(light, 0));
  across.addColorStop(1, fade(deep, 0.6));
  brush.fillStyle = across;
  brush.fillRect(-130, -36, 260, 72);
  for (let x = -112; x < 118; x += 5) {
    brush.strokeStyle = x % 2 === 0 ? fade(deep, 0.5) : fade(light, 0.4);
    brush.lineWidth = 1.1;
    brush.beginPath();
    brush.moveTo(x + 26, -27);
    brush.quadraticCurveTo(x + 6, -14, x, 0);
    brush.quadraticCurveTo(x + 6, 12, x + 22, 24);
    brush.stroke();
  }
  brush.restore();
  eye(brush, light, deep);
  splitVanes(brush);
  down(brush, light, middle);
  const shaft = brush.createLinearGradient(-124, 0, 116, 0);
  shaft.addColorStop(0, fade(light, 0));
  shaft.addColorStop(1, light);
  brush.strokeStyle = shaft;
  brush.lineWidth = 3;
  brush.beginPath();
  brush.moveTo(-122, 2);
  brush.quadraticCurveTo(10, -5, 116, -3);
  brush.stroke();
}

/** The eye of a plume, within its vanes. */
function eye(brush: Brush, light: string, deep: string): void {
  brush.save();
  brush.globalCompositeOperation = 'source-atop';
  for (const { size, colour } of [
    { size: 1, colour: fade(deep, 0.85) },
    { size: 0.68, colour: fade(light, 0.95) },
    { size: 0.36, colour: deep },
  ]) {
    brush.fillStyle = colour;
    brush.beginPath();
    brush.ellipse(84, -3, 24 * size, 12 * size, -0.06, 0, 2 * Math.PI);
    brush.fill();
  }
  brush.restore();
}

/** Cuts slits between the barbs, from the edge inwards. */
function splitVanes(brush: Brush): void {
  brush.save();
  brush.globalCompositeOperation = 'destination-out';
  brush.fillStyle = '#000';
  for (const { x, above, deep } of SPLITS) {
    const edge = above ? -36 : 34;
    const inner = above ? -6 - deep * 0.4 : 4 + deep * 0.3;
    brush.beginPath();
    brush.moveTo(x, inner);
    brush.quadraticCurveTo(x + 10, edge * 0.5, x + 16, edge);
    brush.lineTo(x + 16 + deep * 0.8, edge);
    brush.quadraticCurveTo(x + 14, edge * 0.5, x, inner);
    brush.fill();
  }
  brush.restore();
}

/** Loose barbs at the root. */
function down(brush: Brush, light: string, middle: string): void {
  brush.lineWidth = 1.4;
  for (let barb = 0; barb < 16; barb++) {
    const x = -112 + barb * 4;
    const side = barb % 2 === 0 ? -1 : 1;
    brush.strokeStyle = barb % 3 === 0 ? fade(light, 0.7) : fade(middle, 0.7);
    brush.beginPath();
    brush.moveTo(x, 1);
    brush.quadraticCurveTo(x - 2, side * 12, x + 12 + (barb % 4) * 3, side * (17 + (barb % 3) * 4));
    brush.stroke();
  }
}
