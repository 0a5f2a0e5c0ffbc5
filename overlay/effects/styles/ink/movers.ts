import type { Actor, Scene } from '../../core/actor.ts';
import { paintSprite, type Sprite } from '../../core/canvas.ts';
import { between } from '../../core/random.ts';
import type { Strips } from '../../core/strips.ts';
import { Swarm } from '../../core/swarm.ts';
import { bleed, cinnabar, ink } from './brushwork.ts';
import { craneSprite } from './landscape.ts';
import { paintLeaf } from './plants.ts';

/** Drops of ink that spread in the paper and fade. */
export function drops(scene: Scene): Swarm {
  const { page, level, random } = scene;
  return new Swarm(
    {
      sprites: [0, 1, 2].map(() => paintSprite(200, 200, (brush) => bleed(brush, 92, random))),
      count: [0, 4, 8, 13][level] ?? 0,
      size: (part) => 0.15 + 0.85 * (1 - (1 - Math.min(1, part * 2)) ** 3),
      alpha: (part) => Math.min(1, part * 12) * Math.min(1, (1 - part) * 2.2) * 0.85,
      spawn(particle, random) {
        const right = level === 3 && random() < 0.4;
        const inward = between(random, 0, page.side * 0.72);
        particle.x = right ? page.width - inward : inward;
        particle.y = between(random, level === 1 ? page.height * 0.55 : 60, page.height * 0.95);
        particle.turn = between(random, 0, 6);
        particle.scale = between(random, 0.35, 0.95);
        particle.life = between(random, 3, 5.5);
      },
    },
    scene,
  );
}

/** Falling bamboo leaves and plum petals. */
export function leaves(scene: Scene): Swarm {
  const { page, level } = scene;
  const leaf = (length: number) =>
    paintSprite(length * 1.1, length * 0.5, (brush) => paintLeaf(brush, -length / 2, 0, length, 0, ink));
  const petal = paintSprite(26, 22, (brush) => {
    brush.fillStyle = cinnabar;
    brush.beginPath();
    brush.ellipse(0, 0, 11, 8, 0.3, 0, 2 * Math.PI);
    brush.fill();
  });
  return new Swarm(
    {
      sprites: level === 1 ? [leaf(52), leaf(40)] : [leaf(58), petal, leaf(44), petal],
      count: [0, 5, 14, 26][level] ?? 0,
      flutter: 0.3,
      sway: { width: 26, rate: 0.22 },
      spawn(particle, random) {
        particle.x = between(random, -30, level === 3 ? page.width : page.side);
        particle.y = between(random, level === 1 ? page.height * 0.4 : -40, page.height * 0.8);
        particle.vx = between(random, -6, 24);
        particle.vy = between(random, 50, 110);
        particle.spin = between(random, -0.8, 0.8);
        particle.turn = between(random, 0, 6);
        particle.scale = between(random, 0.7, 1.15);
        particle.life = between(random, 5, 8);
      },
    },
    scene,
  );
}

/** Cranes that cross the top of the page, one after another. */
export class Cranes implements Actor {
  private readonly frames: readonly Sprite[] = [-0.7, -0.25, 0.2, 0.62, 0.95].map(craneSprite);
  private readonly width: number;

  constructor({ page }: Scene) {
    this.width = page.width;
  }

  step(): void {}

  draw(strips: Strips, time: number): void {
    const way = this.width + 360;
    for (let crane = 0; crane < 3; crane++) {
      const x = ((time * 95 + crane * 250 + 260) % way) - 180;
      const beat = (Math.sin(time * 3.1 + crane * 1.9) + 1) / 2;
      const frame = this.frames[Math.round(beat * (this.frames.length - 1))];
      if (frame === undefined) continue;
      const y = 120 + crane * 46 - crane * crane * 12 + Math.sin(time * 0.9 + crane) * 10;
      strips.place(frame, { x, y, scale: 0.92 - crane * 0.15, turn: -0.06 });
    }
  }
}
