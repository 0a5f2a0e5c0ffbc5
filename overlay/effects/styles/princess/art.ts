import { type Actor, type EffectArt, onSides, type Painting, type Scene } from '../../core/actor.ts';
import { type Brush, fade, fadeOutRight, glow, paintSprite, paintWash } from '../../core/canvas.ts';
import { between } from '../../core/random.ts';
import { Swarm } from '../../core/swarm.ts';
import { butterfly, heart, paintBow, paintTiara, sparkle } from './jewels.ts';
import { blush, gold, LACE, lilac, paintBouquet, paintLace, paintSwag, petal, rose } from './lace.ts';

/** Lace, pearls and roses. Level 2: also hearts. Level 3: also a tiara and butterflies. */
export const princess: EffectArt = {
  *paint(brush, scene): Painting {
    yield* onSides(brush, scene, (own) => paintSide(brush, scene, own));
    if (scene.level === 3) paintTiara(brush, scene.page.width / 2, 200, 0.92);
  },

  actors(scene): Actor[] {
    const actors: Actor[] = [petals(scene), sparkles(scene)];
    if (scene.level >= 2) actors.push(hearts(scene));
    if (scene.level === 3) actors.push(butterflies(scene));
    return actors;
  },
};

function* paintSide(brush: Brush, { page, level }: Scene, own: boolean): Painting {
  const { width, height, side } = page;
  const from = level === 1 ? height * 0.62 : 0;
  paintWash(brush, {
    depth: side,
    from,
    until: height,
    fadeIn: level === 1 ? height * 0.16 : 0,
    stops: [
      [0, fade(rose, own ? 0.3 + level * 0.16 : 0.55)],
      [0.5, fade(lilac, own ? 0.18 + level * 0.08 : 0.26)],
      [1, fade(lilac, 0)],
    ],
  });
  yield;
  if (level > 1) {
    brush.save();
    brush.translate(0, height);
    brush.rotate(-Math.PI / 2);
    paintLace(brush, 0, width / 2);
    brush.restore();
    if (level === 2) fadeOutRight(brush, width * 0.3, height - LACE - 4, width * 0.2, LACE + 4);
    yield;
  }
  paintLace(brush, from, height);
  yield;
  if (level === 3) {
    paintSwag(brush, 20, 40, 205, 24, 84);
    paintSwag(brush, 205, 24, 372, 60, 72);
    paintSwag(brush, 20, 66, 205, 34, 150);
    glow(brush, 0, 0, 260, blush, 0.8);
    paintBow(brush, 205, 40, 0.62, 0);
  }
  if (level === 2) {
    paintSwag(brush, 14, 26, 250, 10, 96);
    paintSwag(brush, 14, 56, 250, 14, 170);
    paintBow(brush, 66, 62, 0.72, -0.5);
  }
  yield;
  if (level === 1) paintBow(brush, 62, from + 10, 0.6, -0.12);
  else paintBow(brush, 52, height * 0.47, own ? 0.62 : 0.5, -0.1);
  paintBouquet(brush, 92, height - 88, own ? level : 2);
}

function petals(scene: Scene): Swarm {
  const { page, level } = scene;
  const width = level === 3 ? page.width : page.side + 70;
  return new Swarm(
    {
      sprites: [16, 20, 24].map((size) => paintSprite(size * 2.4, size * 2.4, (brush) => petal(brush, size))),
      count: [0, 9, 20, 34][level] ?? 0,
      flutter: 0.32,
      sway: { width: 34, rate: 0.2 },
      spawn(particle, random) {
        particle.x = between(random, -20, width);
        particle.y = between(random, -60, page.height * 0.75);
        particle.vy = between(random, 55, 110);
        particle.life = between(random, 5, 8);
        particle.spin = between(random, -0.9, 0.9);
        particle.turn = between(random, 0, 6);
        particle.scale = between(random, 0.7, 1.2);
      },
    },
    scene,
  );
}

/** Stars that twinkle without moving. */
function sparkles(scene: Scene): Swarm {
  const { page, level } = scene;
  const colours = ['#ffd9ec', '#fff0c4', lilac] as const;
  return new Swarm(
    {
      sprites: colours.map((colour) => paintSprite(80, 80, (brush) => sparkle(brush, 38, colour))),
      count: [0, 6, 14, 26][level] ?? 0,
      alpha: (part) => Math.sin(part * Math.PI) ** 2,
      size: (part) => 0.5 + 0.5 * Math.sin(part * Math.PI),
      spawn(particle, random) {
        const right = level === 3 && random() < 0.4;
        const inward = between(random, 16, page.side - 30);
        particle.x = right ? page.width - inward : inward;
        particle.y = between(random, level === 1 ? page.height * 0.62 : 30, page.height - 30);
        particle.life = between(random, 1.1, 2.4);
        particle.scale = between(random, 0.5, 1.15);
        particle.spin = 0.3;
      },
    },
    scene,
  );
}

/** Heart-shaped bubbles that rise along the edge. */
function hearts(scene: Scene): Swarm {
  const { page, level } = scene;
  return new Swarm(
    {
      sprites: [18, 26].map((size) => paintSprite(size * 2.6, size * 2.6, (brush) => heart(brush, size))),
      count: level === 3 ? 14 : 7,
      sway: { width: 16, rate: 0.35 },
      size: (part) => 0.6 + 0.5 * part,
      spawn(particle, random) {
        const right = level === 3 && random() < 0.4;
        const inward = between(random, 50, page.side - 50);
        particle.x = right ? page.width - inward : inward;
        particle.y = page.height - between(random, 40, 420);
        particle.vy = -between(random, 120, 230);
        particle.turn = between(random, -0.3, 0.3);
        particle.life = between(random, 3, 5);
      },
    },
    scene,
  );
}

function butterflies(scene: Scene): Swarm {
  const { page } = scene;
  return new Swarm(
    {
      sprites: [rose, lilac, gold].map((colour) =>
        paintSprite(110, 110, (brush) => butterfly(brush, 48, colour)),
      ),
      count: 7,
      flap: 1.3,
      sway: { width: 26, rate: 0.4 },
      spawn(particle, random) {
        const right = random() < 0.5;
        const inward = between(random, 40, page.side - 60);
        particle.x = right ? page.width - inward : inward;
        particle.y = between(random, page.height * 0.25, page.height * 0.85);
        particle.vy = -between(random, 30, 80);
        particle.turn = -Math.PI / 2 + between(random, -0.5, 0.5);
        particle.life = between(random, 4, 7);
        particle.scale = between(random, 0.6, 1.05);
      },
    },
    scene,
  );
}
