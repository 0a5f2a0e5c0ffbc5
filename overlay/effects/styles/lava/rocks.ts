import { type Brush, fade, glow } from '../../core/canvas.ts';
import { between, type Random } from '../../core/random.ts';

interface Point {
  x: number;
  y: number;
}

export interface Crust {
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
