import { type Actor, type EffectArt, onSides, type Painting, type Scene } from '../../core/actor.ts';
import { type Brush, fade, fadeOutRight, glow, paintSprite, paintWash } from '../../core/canvas.ts';
import { between } from '../../core/random.ts';
import { Swarm } from '../../core/swarm.ts';
import {
  blush,
  deepRose,
  gold,
  LACE,
  lilac,
  paintBouquet,
  paintLace,
  paintPearl,
  paintSwag,
  petal,
  rose,
} from './lace.ts';

/** Paints a satin bow with its knot at (x, y). */
function paintBow(brush: Brush, x: number, y: number, size: number, turn = 0): void {
  brush.save();
  brush.translate(x, y);
  brush.rotate(turn);
  brush.scale(size, size);
  brush.lineJoin = 'round';
  brush.lineWidth = 2.4;
  brush.strokeStyle = deepRose;
  for (const flip of [1, -1]) {
    brush.save();
    brush.scale(flip, 1);
    const tail = brush.createLinearGradient(0, 0, 40, 110);
    tail.addColorStop(0, deepRose);
    tail.addColorStop(0.5, rose);
    tail.addColorStop(1, '#ffa9cf');
    brush.fillStyle = tail;
    brush.beginPath();
    brush.moveTo(4, 8);
    brush.bezierCurveTo(16, 50, 44, 70, 38, 124);
    brush.lineTo(62, 104);
    brush.lineTo(78, 118);
    brush.bezierCurveTo(70, 66, 36, 42, 14, 2);
    brush.closePath();
    brush.fill();
    brush.stroke();
    const loop = brush.createRadialGradient(20, 0, 6, 60, -8, 74);
    loop.addColorStop(0, deepRose);
    loop.addColorStop(0.4, rose);
    loop.addColorStop(0.75, '#ffc2dd');
    loop.addColorStop(1, '#ff8fc0');
    brush.fillStyle = loop;
    brush.beginPath();
    brush.moveTo(6, 0);
    brush.bezierCurveTo(30, -66, 108, -72, 112, -20);
    brush.bezierCurveTo(116, 34, 40, 34, 6, 8);
    brush.closePath();
    brush.fill();
    brush.stroke();
    brush.strokeStyle = fade(deepRose, 0.6);
    brush.beginPath();
    brush.moveTo(12, 0);
    brush.quadraticCurveTo(44, -20, 66, -20);
    brush.moveTo(12, 6);
    brush.quadraticCurveTo(40, 4, 58, 6);
    brush.stroke();
    brush.strokeStyle = deepRose;
    brush.restore();
  }
  const knot = brush.createRadialGradient(-5, -6, 2, 0, 0, 22);
  knot.addColorStop(0, '#ffe1ee');
  knot.addColorStop(1, rose);
  brush.fillStyle = knot;
  brush.beginPath();
  brush.ellipse(0, 2, 18, 21, 0, 0, 2 * Math.PI);
  brush.fill();
  brush.stroke();
  brush.restore();
}

const points = [-150, -96, -50, 0, 50, 96, 150] as const;
const heights = [54, 84, 74, 138, 74, 84, 54] as const;

/** Paints a tiara. (x, y) is the middle of its rim. */
function paintTiara(brush: Brush, x: number, y: number, size: number): void {
  brush.save();
  brush.translate(x, y);
  brush.scale(size, size);
  glow(brush, 0, -60, 240, '#ffe6f4', 0.75);
  brush.lineJoin = 'round';
  const metal = brush.createLinearGradient(-160, -140, 160, 20);
  for (const [part, colour] of [
    [0, '#d9953a'],
    [0.2, '#fff3c9'],
    [0.45, gold],
    [0.55, '#fff8de'],
    [0.8, gold],
    [1, '#d9953a'],
  ] as const) {
    metal.addColorStop(part, colour);
  }
  brush.beginPath();
  brush.moveTo(-170, 10);
  for (const [index, point] of points.entries()) {
    const height = heights[index] ?? 0;
    brush.quadraticCurveTo(point - 12, -height * 0.34, point, -height);
    brush.quadraticCurveTo(point + 12, -height * 0.34, point + 25, -14);
  }
  brush.lineTo(170, 10);
  brush.quadraticCurveTo(0, 46, -170, 10);
  brush.closePath();
  brush.fillStyle = metal;
  brush.fill();
  brush.strokeStyle = '#a8641c';
  brush.lineWidth = 3;
  brush.stroke();
  for (const [index, point] of points.entries()) paintPearl(brush, point, -(heights[index] ?? 0) - 7, 10);
  for (let step = -7; step <= 7; step++) paintPearl(brush, step * 21, 20 - (step * step) / 4.4, 5.5);
  gem(brush, 0, -54, 21, rose);
  for (const side of [-1, 1]) {
    gem(brush, side * 50, -30, 12, lilac);
    gem(brush, side * 96, -34, 13, '#7fd3ff');
  }
  brush.restore();
}

function gem(brush: Brush, x: number, y: number, size: number, colour: string): void {
  brush.save();
  brush.translate(x, y);
  brush.beginPath();
  brush.moveTo(0, -size * 1.25);
  brush.lineTo(size * 0.8, 0);
  brush.lineTo(0, size * 1.25);
  brush.lineTo(-size * 0.8, 0);
  brush.closePath();
  const cut = brush.createLinearGradient(-size, -size, size, size);
  cut.addColorStop(0, '#ffffff');
  cut.addColorStop(0.4, colour);
  cut.addColorStop(1, deepRose);
  brush.fillStyle = cut;
  brush.fill();
  brush.strokeStyle = '#a8641c';
  brush.lineWidth = 1.6;
  brush.stroke();
  brush.strokeStyle = fade('#ffffff', 0.8);
  brush.lineWidth = 1.2;
  brush.beginPath();
  brush.moveTo(-size * 0.8, 0);
  brush.lineTo(size * 0.8, 0);
  brush.moveTo(0, -size * 1.25);
  brush.lineTo(-size * 0.25, 0);
  brush.lineTo(0, size * 1.25);
  brush.stroke();
  brush.restore();
}

function heart(brush: Brush, size: number): void {
  const shine = brush.createRadialGradient(-size * 0.3, -size * 0.35, size * 0.05, 0, 0, size * 1.15);
  shine.addColorStop(0, '#ffffff');
  shine.addColorStop(0.3, '#ffb4d5');
  shine.addColorStop(0.8, rose);
  shine.addColorStop(1, deepRose);
  brush.fillStyle = shine;
  brush.beginPath();
  brush.moveTo(0, size * 0.9);
  brush.bezierCurveTo(-size * 1.4, -size * 0.1, -size * 0.8, -size * 1.1, 0, -size * 0.42);
  brush.bezierCurveTo(size * 0.8, -size * 1.1, size * 1.4, -size * 0.1, 0, size * 0.9);
  brush.fill();
  brush.strokeStyle = fade(deepRose, 0.7);
  brush.lineWidth = 1.4;
  brush.stroke();
}

/** Paints a star of four rays with a halo. */
function sparkle(brush: Brush, size: number, colour: string): void {
  glow(brush, 0, 0, size * 0.8, colour, 0.75);
  brush.fillStyle = '#ffffff';
  brush.beginPath();
  for (let point = 0; point < 8; point++) {
    const angle = (point / 8) * 2 * Math.PI;
    const distance = point % 2 === 0 ? size : size * 0.12;
    brush.lineTo(Math.cos(angle) * distance, Math.sin(angle) * distance);
  }
  brush.closePath();
  brush.fill();
}

/** Paints a butterfly with its body on the x axis: a vertical stretch makes it flap. */
function butterfly(brush: Brush, size: number, colour: string): void {
  for (const flip of [1, -1]) {
    brush.save();
    brush.scale(1, flip);
    const wing = brush.createRadialGradient(0, 0, size * 0.1, size * 0.1, size * 0.4, size);
    wing.addColorStop(0, '#ffffff');
    wing.addColorStop(0.5, colour);
    wing.addColorStop(1, deepRose);
    brush.fillStyle = wing;
    brush.strokeStyle = fade('#7b2a5c', 0.7);
    brush.lineWidth = 1.8;
    brush.beginPath();
    brush.moveTo(size * 0.1, 0);
    brush.bezierCurveTo(size * 0.35, size * 0.5, size * 0.95, size * 0.95, size * 0.9, size * 0.5);
    brush.bezierCurveTo(size * 0.9, size * 0.2, size * 0.4, size * 0.05, size * 0.1, 0);
    brush.fill();
    brush.stroke();
    brush.beginPath();
    brush.moveTo(0, 0);
    brush.bezierCurveTo(-size * 0.1, size * 0.5, -size * 0.75, size * 0.8, -size * 0.72, size * 0.4);
    brush.bezierCurveTo(-size * 0.7, size * 0.15, -size * 0.3, size * 0.05, 0, 0);
    brush.fill();
    brush.stroke();
    brush.fillStyle = blush;
    brush.beginPath();
    brush.arc(size * 0.66, size * 0.46, size * 0.1, 0, 2 * Math.PI);
    brush.fill();
    brush.restore();
  }
  brush.strokeStyle = '#5c2348';
  brush.lineWidth = size * 0.09;
  brush.lineCap = 'round';
  brush.beginPath();
  brush.moveTo(-size * 0.35, 0);
  brush.lineTo(size * 0.35, 0);
  brush.stroke();
}

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
