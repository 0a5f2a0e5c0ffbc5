import { type Actor, type EffectArt, onSides, type Painting, type Scene } from '../../core/actor.ts';
import { type Brush, fade, paintSprite, paintWash, type Sprite } from '../../core/canvas.ts';
import { between, seeded } from '../../core/random.ts';
import type { Strips } from '../../core/strips.ts';
import { Swarm } from '../../core/swarm.ts';
import { bleed, cinnabar, curve, ink, paintPaper, paper, splash, stroke } from './brushwork.ts';
import { craneSprite, paintBamboo, paintLeaf, paintMountains, paintPlum, paintSun } from './landscape.ts';

/** Drops of ink that spread in the paper and fade. */
function drops(scene: Scene): Swarm {
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
function leaves(scene: Scene): Swarm {
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
class Cranes implements Actor {
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

/** Ink on rice paper. Level 1: a stroke and bamboo. Level 2: also plum blossom. Level 3: also mountains and cranes. */
export const inkPainting: EffectArt = {
  *paint(brush, scene): Painting {
    const { page, level, random } = scene;
    if (level === 3) {
      yield* paintGround(brush, scene);
    }
    yield* onSides(brush, scene, (own) => paintEdge(brush, scene, own));
    if (level < 3) return;
    paintSun(brush, random, page.width - 150, 190, 86);
    yield;
    paintMountains(brush, random, page.width, page.height);
    yield;
    yield* onSides(brush, scene, (own) => paintGarden(brush, scene, own));
  },

  actors(scene): Actor[] {
    const actors: Actor[] = [drops(scene), leaves(scene)];
    if (scene.level === 3) actors.push(new Cranes(scene));
    return actors;
  },
};

/** Paints the paper, the stroke along the edge and the drops of ink. */
function* paintEdge(brush: Brush, { page, level, random }: Scene, own: boolean): Painting {
  const { height, side, width } = page;
  const from = level === 1 ? height * 0.5 : -40;
  paintWash(brush, {
    depth: side,
    from,
    until: height,
    fadeIn: level === 1 ? height * 0.2 : 0,
    stops: [
      [0, fade(paper, 0.94)],
      [0.45, fade(paper, own ? 0.82 : 0.7)],
      [0.8, fade(paper, 0.3)],
      [1, fade(paper, 0)],
    ],
  });
  paintPaper(brush, random, { x: -60, y: from, width: side * 0.85, height: height - from + 40 }, 0.8);
  yield;
  if (level === 2) {
    paintPaper(brush, random, { x: 0, y: height - 170, width: width * 0.5, height: 210 }, 0.8);
    paintPaper(brush, random, { x: 0, y: -60, width: width * 0.42, height: 170 }, 0.7);
    yield;
  }
  const edge = curve(
    { x: 34, y: height + 30 },
    { x: 6, y: height * 0.8 },
    { x: 70, y: height * 0.6 },
    { x: 26, y: level === 1 ? height * 0.58 : 40 },
    90,
  );
  stroke(brush, edge, own ? 44 + level * 8 : 40, random, level === 1 ? 0.55 : 0.42);
  yield;
  if (level === 1) splash(brush, 96, height - 110, 16, random);
  if (level === 1) paintBamboo(brush, random, 96, height + 20, height * 0.74, 24, 0.8);
  if (level === 2) yield* paintGarden(brush, { page, level, random, amount: 1 }, own);
}

function* paintGarden(brush: Brush, { page, level, random }: Scene, own: boolean): Painting {
  const { height, width } = page;
  // Use a separate seed per side: the two gardens differ, and each looks the same at every level.
  const plants = seeded(own ? 11 : 29);
  paintBamboo(brush, plants, own ? 112 : 64, height + 20, height * (own ? 0.5 : 0.6), 34, 0.92);
  paintBamboo(brush, plants, own ? 54 : 118, height + 20, height * (own ? 0.6 : 0.72), 24, 0.6);
  yield;
  paintPlum(brush, plants, 6, height * (own ? 0.25 : 0.36), own ? 1.02 : 0.8);
  yield;
  splash(brush, own ? 70 : 40, height * 0.43, own ? 26 : 16, random);
  if (level === 3 && own) {
    splash(brush, 150, 84, 40, random);
    const sweep = curve(
      { x: -20, y: 130 },
      { x: 180, y: -10 },
      { x: 380, y: 150 },
      { x: width * 0.66, y: 50 },
      80,
    );
    stroke(brush, sweep, 70, random, 0.75);
  }
  if (level === 2) {
    const sweep = curve(
      { x: -20, y: height - 40 },
      { x: 180, y: height - 90 },
      { x: 300, y: height },
      { x: width * 0.52, y: height - 50 },
    );
    stroke(brush, sweep, 46, random, 0.7);
  }
}

/** Paints the paper along the top and below the mountains. */
function* paintGround(brush: Brush, { page, random }: Scene): Painting {
  const { width, height } = page;
  for (const [depth, y, turn] of [
    [page.bottom * 0.95, height, -Math.PI / 2],
    [page.top * 0.72, 0, Math.PI / 2],
  ] as const) {
    brush.save();
    brush.translate(y === 0 ? width : 0, y);
    brush.rotate(turn);
    paintWash(brush, {
      depth,
      from: 0,
      until: width,
      fadeIn: 0,
      stops: [
        [0, fade(paper, 0.92)],
        [0.5, fade(paper, 0.72)],
        [1, fade(paper, 0)],
      ],
    });
    brush.restore();
  }
  yield;
  paintPaper(brush, random, { x: page.side, y: 0, width: width - 2 * page.side, height: 120 }, 0.6);
  yield;
}
