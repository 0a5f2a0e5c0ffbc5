import type { Actor } from '../core/actor.ts';
import { glowSprite, paintSprite, type Sprite } from '../core/canvas.ts';
import type { EffectPage } from '../core/page.ts';
import type { Strips } from '../core/strips.ts';
import { momentSeconds } from './queue.ts';
import { cometSprite, easeOut, type MomentScene, riseAndFall, star } from './shapes.ts';

/** Maximum number of comets. */
const MAX_COMETS = 6;
const INSET = 46;

/** One comet for each win. They follow one another around the page and leave stars behind. */
export class Streak implements Actor {
  private readonly page: EffectPage;
  private readonly comets: number;
  private readonly comet: Sprite;
  private readonly star: Sprite;
  private readonly halo: Sprite;

  constructor({ page, colours }: MomentScene, streak: number) {
    this.page = page;
    this.comets = Math.max(2, Math.min(MAX_COMETS, streak));
    this.comet = cometSprite(colours.main, colours.light);
    this.halo = glowSprite(150, colours.main, 0.7);
    this.star = paintSprite(64, 64, (brush) => {
      star(brush, 0, 0, 31, colours.other);
      star(brush, 0, 0, 25, colours.main);
      star(brush, 0, 1, 14, colours.light);
    });
  }

  step(): void {}

  draw(strips: Strips, time: number): void {
    const light = riseAndFall(time, momentSeconds.streak, 0.12);
    const head = easeOut(time / 2.3) * 1.25;
    for (let index = 0; index < this.comets; index++) {
      const lag = index * 0.075;
      for (const way of [1, -1]) {
        const part = head - lag;
        if (part < 0 || part > 1) continue;
        const { x, y, turn } = this.along(part, way);
        strips.place(this.comet, { x, y, turn, alpha: light, scale: 1.15 - index * 0.1 });
      }
    }
    for (let index = 0; index < 15; index++) {
      const part = (index + 0.5) / 15;
      const since = head - part;
      if (since < 0 || since > 0.5) continue;
      const fading = light * Math.min(1, since * 20) * (1 - since / 0.5);
      for (const way of [1, -1]) {
        const { x, y } = this.along(part, way);
        strips.place(this.halo, { x, y, scale: 0.6, alpha: fading * 0.7 });
        strips.place(this.star, { x, y, turn: time * 2 + index, scale: 0.6 + since * 1.4, alpha: fading });
      }
    }
  }

  /**
   * Position after a part (0 to 1) of the path from the middle of the bottom, up an edge, to the middle of the top.
   * `way` is 1 for the left edge and -1 for the right one.
   */
  private along(part: number, way: number): { x: number; y: number; turn: number } {
    const { width, height } = this.page;
    const across = width / 2 - INSET;
    const up = height - INSET * 2;
    const at = part * (across * 2 + up);
    const mirror = (x: number) => (way === 1 ? x : width - x);
    if (at < across) return { x: mirror(width / 2 - at), y: height - INSET, turn: way === 1 ? Math.PI : 0 };
    if (at < across + up) return { x: mirror(INSET), y: height - INSET - (at - across), turn: -Math.PI / 2 };
    return { x: mirror(INSET + at - across - up), y: INSET, turn: way === 1 ? 0 : Math.PI };
  }
}
