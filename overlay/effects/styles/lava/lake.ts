import type { Actor, Scene } from '../../core/actor.ts';
import { type Brush, fade, glow } from '../../core/canvas.ts';
import type { EffectPage } from '../../core/page.ts';
import type { Strips } from '../../core/strips.ts';

/** Distance between two points of a wave, in units. */
const STEP = 22;

/** The lake of lava: two waves, the front one brighter, with bubbles that rise and burst. */
export class Lake implements Actor {
  private readonly page: EffectPage;
  private readonly reach: number;
  private readonly depth: number;

  constructor({ page, level }: Scene) {
    this.page = page;
    this.reach = level === 3 ? page.width : page.width * 0.5;
    this.depth = level === 3 ? 108 : 64;
  }

  step(): void {}

  draw(strips: Strips, time: number): void {
    const { height } = this.page;
    const box = { x: 0, y: height - this.depth - 150, width: this.reach, height: this.depth + 150 };
    strips.draw((brush) => {
      this.glowAbove(brush);
      this.wave(brush, time, { lift: this.depth, speed: 0.7, colours: ['#ffd45a', '#f0500c', '#8f1803'] });
      this.wave(brush, time, {
        lift: this.depth * 0.62,
        speed: -1,
        colours: ['#fff6c8', '#ff8a1c', '#b02404'],
      });
      this.floes(brush, time);
      this.bubbles(brush, time);
    }, box);
  }

  private wave(
    brush: Brush,
    time: number,
    { lift, speed, colours }: { lift: number; speed: number; colours: readonly [string, string, string] },
  ): void {
    const { height } = this.page;
    const open = this.reach < this.page.width;
    // The line begins and ends outside the page, where its ends are not visible.
    const end = this.reach + (open ? 0 : STEP);
    const surface = () => {
      for (let x = -STEP; x <= end; x += STEP) {
        const sink = open ? 1 - (x / this.reach) ** 2 : 1;
        const y =
          Math.sin(x * 0.012 + time * speed * 1.6) * 11 + Math.sin(x * 0.031 - time * speed * 2.3) * 6;
        brush.lineTo(x, height - lift * sink + y * sink);
      }
    };
    brush.beginPath();
    surface();
    brush.lineTo(end, height);
    brush.lineTo(-STEP, height);
    brush.closePath();
    const molten = brush.createLinearGradient(0, height - lift - 14, 0, height);
    molten.addColorStop(0, colours[0]);
    molten.addColorStop(0.16, colours[1]);
    molten.addColorStop(1, colours[2]);
    brush.fillStyle = molten;
    brush.fill();
    brush.beginPath();
    surface();
    brush.strokeStyle = fade('#fff6cc', 0.85);
    brush.lineWidth = 3;
    brush.stroke();
  }

  /** Draws the glow above the lake, as wide as the lake. */
  private glowAbove(brush: Brush): void {
    const { height, width } = this.page;
    if (this.reach < width) {
      brush.save();
      brush.translate(this.reach * 0.2, height - this.depth * 0.5);
      brush.scale(1, 0.42);
      glow(brush, 0, 0, this.reach * 0.85, '#ff6a10', 0.8);
      brush.restore();
      return;
    }
    const top = height - this.depth - 150;
    const up = brush.createLinearGradient(0, top, 0, height - this.depth * 0.6);
    up.addColorStop(0, fade('#ff5a08', 0));
    up.addColorStop(1, fade('#ff7a14', 0.75));
    brush.fillStyle = up;
    brush.fillRect(0, top, width, this.depth + 100);
  }

  /** Draws the cooled slabs that drift on the lake. */
  private floes(brush: Brush, time: number): void {
    const { height } = this.page;
    for (let index = 0; index < 8; index++) {
      const drift = (index * 0.137 + time * 0.006 * (1 + (index % 3))) % 1;
      const x = drift * this.reach * 0.94;
      const wide = 34 + ((index * 17) % 40);
      const y = height - this.depth * (0.12 + ((index * 29) % 40) / 100) + Math.sin(time * 1.4 + index) * 4;
      brush.beginPath();
      for (const [dx, dy] of [
        [-1, 0.1],
        [-0.6, -0.32],
        [0.1, -0.26],
        [0.5, -0.4],
        [1, -0.05],
        [0.7, 0.3],
        [-0.3, 0.36],
      ] as const) {
        brush.lineTo(x + dx * wide, y + dy * wide * 0.7);
      }
      brush.closePath();
      brush.fillStyle = '#2a1613';
      brush.fill();
      brush.strokeStyle = fade('#ffb02e', 0.9);
      brush.lineWidth = 3;
      brush.stroke();
    }
  }

  private bubbles(brush: Brush, time: number): void {
    const { height } = this.page;
    for (let index = 0; index < 9; index++) {
      const turn = time * 0.55 + index * 0.37;
      const part = turn % 1;
      const x = (((Math.floor(turn) * 137 + index * 263) % 97) / 97) * this.reach * 0.92 + 20;
      const radius = (7 + ((index * 5) % 14)) * Math.sin(Math.min(1, part * 1.2) * Math.PI * 0.5);
      if (part > 0.92) continue;
      const y = height - this.depth * 0.3 - part * this.depth * 0.28;
      const shine = brush.createRadialGradient(x - radius * 0.3, y - radius * 0.4, 1, x, y, radius + 1);
      shine.addColorStop(0, '#fffbe0');
      shine.addColorStop(0.5, '#ffb43a');
      shine.addColorStop(1, '#d43a06');
      brush.fillStyle = shine;
      brush.beginPath();
      brush.arc(x, y, radius, 0, 2 * Math.PI);
      brush.fill();
    }
  }
}
