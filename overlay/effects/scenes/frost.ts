import { type Actor, type EffectArt, onSides, type Painting, type Scene } from '../core/actor.ts';
import { type Brush, fade, glow, paintSprite } from '../core/canvas.ts';
import { between, type Random } from '../core/random.ts';
import { Swarm } from '../core/swarm.ts';

const ice = '#dff4ff';
const deepIce = '#7fc4ee';

/** Ice that grows inwards from the edge; a higher level reaches further. */
export const frost: EffectArt = {
  *paint(brush, scene): Painting {
    yield* onSides(brush, scene, (own) => paintSide(brush, scene, own));
  },

  actors(scene): Actor[] {
    return [glints(scene), flakes(scene)];
  },
};

function* paintSide(brush: Brush, { page, level, random }: Scene, own: boolean): Painting {
  const { width, height, side } = page;
  const depth = side * (own ? ([0, 0.55, 0.75, 0.95][level] ?? 1) : 0.7);
  const from = level === 1 ? height * 0.6 : 0;
  paintHaze(brush, random, { x: 0, y: from, width: depth * 0.75, height: height - from });
  if (level > 1) paintHaze(brush, random, { x: 0, y: height - 90, width: width / 2, height: 90 });
  if (level === 3) paintHaze(brush, random, { x: 0, y: 0, width: width / 2, height: 80 });
  yield;
  const ferns = level === 1 ? 7 : 15;
  for (let index = 0; index < ferns; index++) {
    const y = from + ((index + between(random, 0.1, 0.9)) / ferns) * (height - from);
    paintFern(brush, random, {
      x: -4,
      y,
      angle: between(random, -0.75, 0.75),
      length: depth * between(random, 0.5, 1),
    });
    if (index % 3 === 2) yield;
  }
  for (const [x, y, low, high] of [
    [0, height, -1.45, -0.12],
    [0, 0, 0.12, 1.45],
  ] as const) {
    if (y === 0 && level === 1) continue;
    for (let index = 0; index < 5; index++) {
      const angle = low + ((high - low) * (index + 0.5)) / 5;
      paintFern(brush, random, { x, y, angle, length: depth * between(random, 1, 1.55) });
    }
    yield;
  }
  if (level > 1) {
    for (let index = 0; index < 7; index++) {
      const x = 80 + (index / 7) * (width / 2 - 60);
      paintFern(brush, random, {
        x,
        y: height + 4,
        angle: -Math.PI / 2 + between(random, -0.5, 0.5),
        length: depth * between(random, 0.45, 0.85),
      });
    }
    yield;
  }
  if (level === 3) paintIcicles(brush, random, width / 2);
}

/** Paints a thin white haze into a box. */
function paintHaze(
  brush: Brush,
  random: Random,
  box: { x: number; y: number; width: number; height: number },
): void {
  const blots = Math.ceil((box.width * box.height) / 5200);
  for (let blot = 0; blot < blots; blot++) {
    const x = box.x + (box.width < box.height ? random() ** 2 : random()) * box.width;
    const y = box.y + random() * box.height;
    glow(brush, x, y, between(random, 40, 110), '#cfeaf8', between(random, 0.1, 0.3));
  }
}

interface Fern {
  x: number;
  y: number;
  angle: number;
  length: number;
}

/** Paints a fern of ice: twigs branch off at 60 degrees and get shorter towards the tip. */
function paintFern(brush: Brush, random: Random, { x, y, angle, length }: Fern): void {
  const lines: [number, number, number, number, number][] = [];
  const grow = (fromX: number, fromY: number, turn: number, reach: number, depth: number) => {
    const bend = between(random, -0.12, 0.12);
    const joints = Math.max(2, Math.round(reach / (depth === 0 ? 17 : 11)));
    let px = fromX;
    let py = fromY;
    for (let joint = 0; joint < joints; joint++) {
      const part = joint / joints;
      const nx = px + (Math.cos(turn + bend * part) * reach) / joints;
      const ny = py + (Math.sin(turn + bend * part) * reach) / joints;
      lines.push([px, py, nx, ny, (depth === 0 ? 3.4 : depth === 1 ? 2 : 1.2) * (1 - part * 0.6)]);
      px = nx;
      py = ny;
      if (depth >= 2 || joint === 0) continue;
      const twig = reach * (depth === 0 ? 0.42 : 0.34) * (1 - part) * between(random, 0.7, 1.15);
      if (twig < 5) continue;
      grow(px, py, turn + Math.PI / 3, twig, depth + 1);
      grow(px, py, turn - Math.PI / 3, twig, depth + 1);
    }
  };
  grow(x, y, angle, length, 0);
  brush.lineCap = 'round';
  for (const [style, more] of [
    [fade(deepIce, 0.4), 2.2],
    [fade('#ffffff', 0.92), 0],
  ] as const) {
    brush.strokeStyle = style;
    // Group the lines by thickness: one path per line would be slow.
    for (const [low, high] of [
      [0, 0.9],
      [0.9, 1.8],
      [1.8, 9],
    ] as const) {
      brush.lineWidth = (low + Math.min(high, low + 1)) / 2 + more + 0.3;
      brush.beginPath();
      for (const [x1, y1, x2, y2, thick] of lines) {
        if (thick < low || thick >= high) continue;
        brush.moveTo(x1, y1);
        brush.lineTo(x2, y2);
      }
      brush.stroke();
    }
  }
}

function paintIcicles(brush: Brush, random: Random, reach: number): void {
  for (let x = 6; x < reach; ) {
    const width = between(random, 16, 40);
    const length = between(random, 30, 90) + Math.max(0, 150 - x) * 0.8 * random();
    const body = brush.createLinearGradient(x, 0, x + width, 0);
    body.addColorStop(0, fade('#ffffff', 0.85));
    body.addColorStop(0.4, fade(deepIce, 0.55));
    body.addColorStop(1, fade(ice, 0.8));
    brush.fillStyle = body;
    brush.strokeStyle = fade('#ffffff', 0.8);
    brush.lineWidth = 1.6;
    brush.beginPath();
    brush.moveTo(x, -2);
    brush.bezierCurveTo(
      x + width * 0.2,
      length * 0.4,
      x + width * 0.42,
      length * 0.6,
      x + width * 0.5,
      length,
    );
    brush.bezierCurveTo(x + width * 0.58, length * 0.6, x + width * 0.8, length * 0.4, x + width, -2);
    brush.closePath();
    brush.fill();
    brush.stroke();
    x += width * between(random, 0.8, 1.5);
  }
}

function glints(scene: Scene): Swarm {
  const { page, level } = scene;
  const glint = paintSprite(70, 70, (brush) => {
    glow(brush, 0, 0, 26, '#bfe9ff', 0.9);
    brush.fillStyle = '#ffffff';
    brush.beginPath();
    for (let point = 0; point < 12; point++) {
      const distance = point % 2 === 0 ? (point % 4 === 0 ? 33 : 18) : 3;
      brush.lineTo(
        Math.cos((point / 12) * 2 * Math.PI) * distance,
        Math.sin((point / 12) * 2 * Math.PI) * distance,
      );
    }
    brush.closePath();
    brush.fill();
  });
  return new Swarm(
    {
      sprites: [glint],
      count: [0, 5, 11, 18][level] ?? 0,
      alpha: (part) => Math.sin(part * Math.PI) ** 3,
      spawn(particle, random) {
        const inward = random() ** 1.5 * page.side * 0.75;
        particle.x = level === 3 && random() < 0.4 ? page.width - inward : inward;
        particle.y = between(random, level === 1 ? page.height * 0.6 : 20, page.height - 20);
        particle.life = between(random, 0.8, 1.8);
        particle.scale = between(random, 0.4, 1);
        particle.spin = 0.5;
      },
    },
    scene,
  );
}

function flakes(scene: Scene): Swarm {
  const { page, level } = scene;
  const flake = (size: number) =>
    paintSprite(size * 2.4, size * 2.4, (brush) => {
      brush.strokeStyle = '#ffffff';
      brush.lineCap = 'round';
      brush.lineWidth = Math.max(1.4, size * 0.12);
      for (let arm = 0; arm < 6; arm++) {
        brush.rotate(Math.PI / 3);
        brush.beginPath();
        brush.moveTo(0, 0);
        brush.lineTo(size, 0);
        for (const at of [0.45, 0.72]) {
          brush.moveTo(size * at, 0);
          brush.lineTo(size * (at + 0.22), size * 0.24);
          brush.moveTo(size * at, 0);
          brush.lineTo(size * (at + 0.22), -size * 0.24);
        }
        brush.stroke();
      }
    });
  return new Swarm(
    {
      sprites: [flake(14), flake(9), flake(20)],
      count: [0, 5, 11, 20][level] ?? 0,
      sway: { width: 28, rate: 0.18 },
      spawn(particle, random) {
        particle.x = between(random, 0, level === 3 ? page.width : page.side);
        particle.y = between(random, -40, page.height * 0.8);
        particle.vy = between(random, 40, 90);
        particle.spin = between(random, -0.7, 0.7);
        particle.life = between(random, 4, 7);
        particle.scale = between(random, 0.6, 1.1);
      },
    },
    scene,
  );
}
