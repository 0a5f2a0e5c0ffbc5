import { type Actor, type EffectArt, onSides, type Painting, type Scene } from '../../core/actor.ts';
import { type Brush, fade, glow, glowSprite, paintSprite, paintWash } from '../../core/canvas.ts';
import type { EffectPage } from '../../core/page.ts';
import { between } from '../../core/random.ts';
import type { Strips } from '../../core/strips.ts';
import { Swarm } from '../../core/swarm.ts';
import { Lake, paintCrust, paintMolten } from './landscape.ts';

/** Cooling rock with glowing cracks; from level 2 also flames and a lake of lava. */
export const lava: EffectArt = {
  *paint(brush, scene): Painting {
    const { level } = scene;
    yield* onSides(brush, scene, (own) => paintWall(brush, scene, own));
    if (level < 3) return;
    yield* paintRoof(brush, scene);
  },

  actors(scene): Actor[] {
    const actors: Actor[] = [];
    if (scene.level >= 2) actors.push(new CrackGlow(scene), flames(scene), new Lake(scene));
    actors.push(embers(scene));
    return actors;
  },
};

/** Paints the wall of rock along the edge, thickest at the bottom. */
function* paintWall(brush: Brush, { page, level, random }: Scene, own: boolean): Painting {
  const { height, side } = page;
  const from = level === 1 ? height * 0.68 : 0;
  paintWash(brush, {
    depth: side,
    from,
    until: height,
    fadeIn: level === 1 ? height * 0.2 : 0,
    stops: [
      [0, fade('#ff5a10', 0.85)],
      [0.4, fade('#f03a04', 0.45)],
      [0.75, fade('#c02a04', 0.14)],
      [1, fade('#c02a04', 0)],
    ],
  });
  yield;
  const thick = own ? ([0, 86, 108, 142][level] ?? 100) : 104;
  const begun = (y: number) => (level === 1 ? Math.min(1, Math.max(0, (y - from) / (height * 0.18))) : 1);
  const reach = (y: number) => {
    const foot = Math.max(0, (y - height * 0.72) / (height * 0.28));
    const head = level === 3 ? Math.max(0, (height * 0.2 - y) / (height * 0.2)) : 0;
    const rugged = Math.sin(y * 0.011) * 0.16 + Math.sin(y * 0.027 + 2) * 0.1;
    return thick * (0.72 + rugged + foot * 0.75 + head * 0.5) * begun(y);
  };
  paintMolten(brush, random, { from, until: height, reach });
  yield;
  paintCrust(brush, random, {
    x: -20,
    y: from - 20,
    width: side + 20,
    height: height - from + 40,
    cell: level === 1 ? 52 : 64,
    solid: (x, y) => (1.5 - (Math.max(0, x) / Math.max(1, reach(y))) * 1.05) * Math.min(1, begun(y) * 1.8),
  });
}

/** Paints the rock along the top, thick in the corners and thin in the middle. */
function* paintRoof(brush: Brush, { page, random }: Scene): Painting {
  const { width } = page;
  const hang = (x: number) => {
    const middle = 1 - Math.abs(x / width - 0.5) * 2;
    return 150 - middle * 84 + Math.sin(x * 0.019) * 16 + Math.sin(x * 0.043 + 1) * 9;
  };
  brush.save();
  // The roof is painted like a wall, rotated by 90 degrees.
  brush.rotate(-Math.PI / 2);
  brush.scale(-1, 1);
  paintMolten(brush, random, { from: 0, until: width, reach: hang });
  brush.restore();
  yield;
  paintCrust(brush, random, {
    x: -20,
    y: -30,
    width: width + 40,
    height: 210,
    cell: 66,
    solid: (x, y) => 1.5 - (Math.max(0, y) / hang(x)) * 1.05,
  });
}

/** Embers that rise and fade. */
function embers(scene: Scene): Swarm {
  const { page, level } = scene;
  const spark = (size: number, colour: string) =>
    paintSprite(size * 6, size * 6, (brush) => {
      glow(brush, 0, 0, size * 3, colour, 0.8);
      brush.fillStyle = '#fff1c4';
      brush.beginPath();
      brush.arc(0, 0, size * 0.55, 0, 2 * Math.PI);
      brush.fill();
    });
  return new Swarm(
    {
      sprites: [spark(7, '#ff8a1f'), spark(10, '#ff4a0a'), spark(5, '#ffd24a')],
      count: [0, 14, 28, 52][level] ?? 0,
      sway: { width: 20, rate: 0.4 },
      size: (part) => 1.1 - part * 0.7,
      alpha: (part) => Math.min(1, part * 8) * (1 - part) ** 0.6,
      spawn(particle, random) {
        const everywhere = level === 3 && random() < 0.5;
        particle.x = everywhere ? random() * page.width : between(random, 0, page.side * 0.8);
        particle.y =
          page.height - between(random, 0, everywhere ? 120 : page.height * (level === 1 ? 0.3 : 0.7));
        particle.vy = -between(random, 120, 320);
        particle.vx = between(random, -14, 26);
        particle.life = between(random, 1.6, 3.6);
        particle.scale = between(random, 0.6, 1.35);
      },
    },
    scene,
  );
}

/** Flames along the bottom: in the corner, at level 3 over the whole width. */
function flames(scene: Scene): Swarm {
  const { page, level } = scene;
  const tongues = [1, -1].map((lean) => paintSprite(190, 320, (brush) => paintFlame(brush, lean)));
  return new Swarm(
    {
      sprites: tongues,
      count: level === 3 ? 30 : 11,
      sway: { width: 9, rate: 1.1 },
      size: (part) => 0.55 + 0.6 * Math.sin(part * Math.PI),
      alpha: (part) => Math.sin(part * Math.PI) * 0.9,
      spawn(particle, random) {
        particle.x = random() * (level === 3 ? page.width : page.width * 0.42);
        particle.y = page.height - between(random, 90, level === 3 ? 170 : 120);
        particle.vy = -between(random, 20, 60);
        particle.turn = between(random, -0.14, 0.14);
        particle.life = between(random, 0.7, 1.5);
        particle.scale = between(random, 0.45, level === 3 ? 1.05 : 0.75);
      },
    },
    scene,
  );
}

/** Paints a flame with two tips. `lean` is its direction: 1 for right, -1 for left. */
function paintFlame(brush: Brush, lean: number): void {
  brush.scale(lean, 1);
  glow(brush, 0, 70, 90, '#ff6a10', 0.5);
  for (const [width, height, colours] of [
    [66, 290, ['#e01f00', '#ff5a08']],
    [46, 210, ['#ff7a10', '#ffac2a']],
    [27, 130, ['#ffd25a', '#fff8d8']],
  ] as const) {
    const top = 140 - height;
    const fire = brush.createLinearGradient(0, top, 0, 140);
    fire.addColorStop(0, fade(colours[0], 0));
    fire.addColorStop(0.3, fade(colours[0], 0.7));
    fire.addColorStop(0.75, fade(colours[1], 0.95));
    fire.addColorStop(1, fade(colours[1], 0));
    brush.fillStyle = fire;
    brush.beginPath();
    brush.moveTo(0, 140);
    brush.bezierCurveTo(-width * 1.25, 135, -width * 1.1, 60, -width * 0.5, 140 - height * 0.45);
    brush.bezierCurveTo(
      -width * 0.1,
      140 - height * 0.62,
      -width * 0.3,
      top + height * 0.2,
      width * 0.35,
      top,
    );
    brush.bezierCurveTo(
      width * 0.2,
      top + height * 0.2,
      width * 0.5,
      top + height * 0.34,
      width * 0.6,
      top + height * 0.42,
    );
    brush.bezierCurveTo(
      width * 0.72,
      top + height * 0.34,
      width * 0.7,
      top + height * 0.26,
      width * 0.86,
      top + height * 0.2,
    );
    brush.bezierCurveTo(width * 0.9, top + height * 0.5, width * 1.35, 120, 0, 140);
    brush.fill();
  }
}

/** The pulsing glow of the cracks. */
class CrackGlow implements Actor {
  private readonly light = glowSprite(190, '#ff7a1a', 0.5);
  private readonly page: EffectPage;
  private readonly all: boolean;

  constructor({ page, level }: Scene) {
    this.page = page;
    this.all = level === 3;
  }

  step(): void {}

  draw(strips: Strips, time: number): void {
    const { width, height } = this.page;
    for (let index = 0; index < 7; index++) {
      const alpha = 0.25 + 0.5 * Math.max(0, Math.sin(time * 1.3 + index * 1.7)) ** 2;
      const y = height * (0.1 + index * 0.15);
      strips.place(this.light, { x: 40, y, alpha });
      if (this.all) strips.place(this.light, { x: width - 30, y: y + 80, alpha: alpha * 0.8 });
    }
  }
}
