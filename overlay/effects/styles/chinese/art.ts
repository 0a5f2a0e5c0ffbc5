import { type Actor, type EffectArt, onSides, type Painting, type Scene } from '../../core/actor.ts';
import { type Brush, fade, fadeOutRight, paintSprite, paintWash, type Sprite } from '../../core/canvas.ts';
import { between } from '../../core/random.ts';
import { Bursts, Swarm } from '../../core/swarm.ts';
import { Dragon } from './dragon.ts';
import { BOARD, darkGold, gold, Lanterns, paintBoard, paintCloud, paleGold } from './ornaments.ts';

/** The dragon swims along the side. A narrower one would show slices of it (units). */
const DRAGON_SIDE = 150;

/** Lacquer and gold. Level 2: also lanterns. Level 3: also fireworks and, where it has room, a dragon. */
export const chinese: EffectArt = {
  *paint(brush, scene): Painting {
    yield* onSides(brush, scene, (own) => paintSide(brush, scene, own));
  },

  actors(scene): Actor[] {
    const { page, level } = scene;
    const actors: Actor[] = [foil(scene)];
    if (level === 2) {
      actors.push(
        new Lanterns([
          { x: 118, y: -30, scale: 0.95 },
          { x: 262, y: -64, scale: 0.7 },
        ]),
      );
    }
    if (level === 3) {
      actors.push(
        new Lanterns([
          { x: 150, y: -20, scale: 1.02 },
          { x: 318, y: -70, scale: 0.78 },
          { x: page.width - 120, y: -40, scale: 0.92 },
          { x: page.width - 262, y: -84, scale: 0.7 },
        ]),
        fireworks(scene),
      );
      if (page.side >= DRAGON_SIDE) actors.push(new Dragon(page));
    }
    return actors;
  },
};

function* paintSide(brush: Brush, { page, level }: Scene, own: boolean): Painting {
  const { width, height, side } = page;
  const from = level === 1 ? height * 0.52 : 0;
  const light = own ? 0.32 + level * 0.16 : 0.5;
  paintWash(brush, {
    depth: side,
    from,
    until: height,
    fadeIn: level === 1 ? height * 0.2 : 0,
    stops: [
      [0, fade('#7a0508', light)],
      [0.3, fade('#b81410', light * 0.85)],
      [0.65, fade('#e0441c', light * 0.4)],
      [1, fade('#ff7a2a', 0)],
    ],
  });
  yield;
  paintBoard(brush, from, height, level === 1 ? height * 0.16 : 0);
  yield;
  if (level === 1) {
    paintCloud(brush, 92, height - 74, 0.86);
    return;
  }
  const reach = width / 2;
  paintRail(brush, BOARD, reach, height, level === 3);
  if (level === 2) fadeOutRight(brush, width * 0.3, height - BOARD - 4, width * 0.2, BOARD + 4);
  yield;
  paintCloud(brush, 118, height - 96, own ? 1.25 : 1);
  paintCloud(brush, 300, height - 52, 0.78);
  yield;
  paintCloud(brush, 96, height * 0.44, own ? 0.62 : 0.52, -0.2);
  if (level === 3) {
    paintCloud(brush, 70, height * 0.68, 0.7, 0.2);
    paintCloud(brush, 440, height - 58, 0.62);
  }
}

/** Paints the board along the bottom, or with `top` along the top, from `from` to `reach`. */
function paintRail(brush: Brush, from: number, reach: number, height: number, top: boolean): void {
  brush.save();
  brush.translate(0, height);
  brush.rotate(-Math.PI / 2);
  paintBoard(brush, from, reach, 0);
  brush.restore();
  if (!top) return;
  brush.save();
  brush.scale(1, -1);
  brush.rotate(-Math.PI / 2);
  paintBoard(brush, from, reach, 0);
  brush.restore();
}

/** Flakes of gold leaf that flip while they fall. */
function foil(scene: Scene): Swarm {
  const { page, level } = scene;
  const width = level === 3 ? page.width : page.side + 60;
  return new Swarm(
    {
      sprites: [flake(gold, 16), flake(paleGold, 12), flake('#ffae3d', 20)],
      count: [0, 12, 26, 44][level] ?? 0,
      flutter: 0.7,
      sway: { width: 22, rate: 0.25 },
      spawn(particle, random) {
        particle.x = between(random, 0, width);
        particle.y = between(random, -40, page.height * 0.7);
        particle.vy = between(random, 60, 130);
        particle.life = between(random, 4, 7);
        particle.spin = between(random, -1.4, 1.4);
        particle.turn = between(random, 0, 6);
        particle.scale = between(random, 0.6, 1.3);
      },
    },
    scene,
  );
}

function flake(colour: string, size: number): Sprite {
  return paintSprite(size * 2, size * 2, (brush) => {
    brush.fillStyle = colour;
    brush.strokeStyle = fade(darkGold, 0.7);
    brush.lineWidth = 1.2;
    brush.beginPath();
    brush.moveTo(-size * 0.6, -size * 0.2);
    brush.lineTo(0, -size * 0.55);
    brush.lineTo(size * 0.65, -size * 0.1);
    brush.lineTo(size * 0.1, size * 0.5);
    brush.closePath();
    brush.fill();
    brush.stroke();
  });
}

function fireworks(scene: Scene): Bursts {
  const { page } = scene;
  const spark = (colour: string) =>
    paintSprite(64, 18, (brush) => {
      const trail = brush.createLinearGradient(-32, 0, 32, 0);
      trail.addColorStop(0, fade(colour, 0));
      trail.addColorStop(0.8, colour);
      trail.addColorStop(1, '#ffffff');
      brush.fillStyle = trail;
      brush.beginPath();
      brush.ellipse(0, 0, 31, 5, 0, 0, 2 * Math.PI);
      brush.fill();
    });
  return new Bursts(
    {
      sprites: [spark('#ffd45e'), spark('#ff5a3c'), spark('#ffe9b0')],
      sparks: 34,
      every: 1.7,
      life: 1.5,
      speed: 420,
      gravity: 130,
      at: (random) => ({ x: between(random, 120, page.width - 120), y: between(random, 90, page.top * 0.6) }),
    },
    scene,
  );
}
