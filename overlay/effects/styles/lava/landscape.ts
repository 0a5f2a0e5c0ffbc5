import type { Actor, Scene } from '../../core/actor.ts';
import { type Brush, fade, glow } from '../../core/canvas.ts';
import type { EffectPage } from '../../core/page.ts';
import { between, type Random } from '../../core/random.ts';
import type { Strips } from '../../core/strips.ts';

interface Point {
  x: number;
  y: number;
}

interface Crust {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Size of a slab in units. */
  cell: number;
  /** How solid the crust is at a point: 1 is closed, 0 is open. */
  solid(x: number, y: number): number;
}

/** Paints slabs of cooled rock with gaps between them, where the molten stone below is visible. */
export function paintCrust(brush: Brush, random: Random, crust: Crust): void {
  for (const { corners, middle } of voronoiCells(random, crust)) {
    const solid = crust.solid(middle.x, middle.y) + between(random, -0.12, 0.12);
    if (solid <= 0.08) continue;
    const shrink = 0.955 - (1 - Math.min(1, solid)) * 0.42;
    const shape = corners.map(({ x, y }) => ({
      x: middle.x + (x - middle.x) * shrink,
      y: middle.y + (y - middle.y) * shrink,
    }));
    paintSlab(brush, random, shape, middle, crust.cell);
  }
}

function paintSlab(brush: Brush, random: Random, shape: readonly Point[], middle: Point, size: number): void {
  const dark = between(random, 0, 1);
  const stone = brush.createLinearGradient(
    middle.x - size * 0.5,
    middle.y - size * 0.5,
    middle.x + size * 0.4,
    middle.y + size * 0.6,
  );
  stone.addColorStop(0, dark > 0.5 ? '#54413a' : '#453530');
  stone.addColorStop(0.45, '#251a18');
  stone.addColorStop(1, '#0e0807');
  trace(brush, shape);
  brush.fillStyle = stone;
  brush.fill();
  // The rim reflects the fire.
  brush.lineJoin = 'round';
  brush.strokeStyle = fade('#ff5a14', 0.75);
  brush.lineWidth = 3;
  brush.stroke();
  brush.save();
  brush.clip();
  brush.strokeStyle = fade('#ff8a35', 0.28);
  brush.lineWidth = 14;
  brush.stroke();
  brush.strokeStyle = fade('#a08a80', 0.4);
  brush.lineWidth = 1.6;
  brush.beginPath();
  for (let facet = 0; facet < 3; facet++) {
    const corner = shape[Math.floor(random() * shape.length)];
    if (corner === undefined) continue;
    brush.moveTo(corner.x, corner.y);
    brush.lineTo(middle.x + between(random, -6, 6), middle.y + between(random, -6, 6));
  }
  brush.stroke();
  brush.restore();
}

function trace(brush: Brush, shape: readonly Point[]): void {
  brush.beginPath();
  for (const { x, y } of shape) brush.lineTo(x, y);
  brush.closePath();
}

/** Yields the Voronoi cells of a jittered grid. */
function* voronoiCells(
  random: Random,
  { x, y, width, height, cell }: Crust,
): Generator<{ corners: Point[]; middle: Point }> {
  const columns = Math.ceil(width / cell) + 2;
  const rows = Math.ceil(height / cell) + 2;
  const seeds: Point[][] = [];
  for (let row = 0; row < rows; row++) {
    seeds.push(
      Array.from({ length: columns }, (_, column) => ({
        x: x + (column - 0.5 + between(random, -0.38, 0.38)) * cell,
        y: y + (row - 0.5 + between(random, -0.38, 0.38)) * cell,
      })),
    );
  }
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const seed = seeds[row]?.[column];
      if (seed === undefined) continue;
      let corners: Point[] = [
        { x: seed.x - cell * 1.2, y: seed.y - cell * 1.2 },
        { x: seed.x + cell * 1.2, y: seed.y - cell * 1.2 },
        { x: seed.x + cell * 1.2, y: seed.y + cell * 1.2 },
        { x: seed.x - cell * 1.2, y: seed.y + cell * 1.2 },
      ];
      for (let down = -2; down <= 2; down++) {
        for (let across = -2; across <= 2; across++) {
          const other = seeds[row + down]?.[column + across];
          if (other !== undefined && other !== seed) corners = clipToNearer(corners, seed, other);
        }
      }
      if (corners.length > 2) yield { corners, middle: seed };
    }
  }
}

/** Clips a shape to the points that are nearer to `own` than to `other`. */
function clipToNearer(shape: readonly Point[], own: Point, other: Point): Point[] {
  const nx = other.x - own.x;
  const ny = other.y - own.y;
  const limit = (other.x * other.x + other.y * other.y - own.x * own.x - own.y * own.y) / 2;
  const beyond = (point: Point) => point.x * nx + point.y * ny - limit;
  return shape.flatMap((point, index) => {
    const next = shape[(index + 1) % shape.length] ?? point;
    const here = beyond(point);
    const there = beyond(next);
    const kept = here <= 0 ? [point] : [];
    if (here * there < 0) {
      const part = here / (here - there);
      kept.push({ x: point.x + (next.x - point.x) * part, y: point.y + (next.y - point.y) * part });
    }
    return kept;
  });
}

/** Paints the molten stone of a wall. `reach` returns its depth from the left edge at a height. */
export function paintMolten(
  brush: Brush,
  random: Random,
  { from, until, reach }: { from: number; until: number; reach(y: number): number },
): void {
  const length = until - from;
  brush.save();
  brush.beginPath();
  brush.moveTo(-40, until + 40);
  for (let y = until; y >= from; y -= 14) brush.lineTo(reach(y) * between(random, 0.86, 0.98), y);
  brush.lineTo(-40, from);
  brush.closePath();
  brush.fillStyle = '#7a1402';
  brush.fill();
  brush.clip();
  for (let blot = 0; blot < length / 7; blot++) {
    const y = from + random() * length;
    const heat = random();
    const colour = heat > 0.75 ? '#fff2ae' : heat > 0.45 ? '#ffb62e' : heat > 0.15 ? '#ff6a14' : '#e23206';
    glow(brush, random() * reach(y), y, between(random, 26, 74), colour, between(random, 0.4, 0.85));
  }
  brush.restore();
  for (let y = from; y < until; y += 40) {
    glow(brush, reach(y) * 0.85, y + between(random, -20, 20), between(random, 46, 84), '#ff5208', 0.3);
  }
}

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
