import type { Actor, Scene } from '../core/actor.ts';
import { type Brush, fade } from '../core/canvas.ts';
import type { Strips } from '../core/strips.ts';
import { type RoutePoint, routeOf, WAVE } from './route.ts';

/** Width of a ribbon at a point and a time: units from the route towards the middle and towards the edge. */
type Shape = (point: RoutePoint, time: number) => { inner: number; outer: number };

/** Traces the outline of a ribbon along a route. */
function trace(
  brush: Brush,
  route: readonly RoutePoint[],
  time: number,
  closed: boolean,
  shape: Shape,
): void {
  const sides = route.map((point) => ({ point, ...shape(point, time) }));
  brush.beginPath();
  for (const { point, inner } of sides) {
    brush.lineTo(point.x + point.inX * inner, point.y + point.inY * inner);
  }
  if (closed) brush.closePath();
  const back = [...sides].reverse();
  for (const [index, { point, outer }] of back.entries()) {
    const x = point.x - point.inX * outer;
    const y = point.y - point.inY * outer;
    if (closed && index === 0) brush.moveTo(x, y);
    else brush.lineTo(x, y);
  }
  brush.closePath();
}

/** Irregular waves from -1 to 1, as a sum of sines: cheaper than noise. */
function ripple(at: number, time: number): number {
  return (
    (Math.sin(at * 0.043 - time * 6.1) +
      Math.sin(at * 0.087 + time * 8.3) * 0.7 +
      Math.sin(at * 0.019 - time * 3.7)) /
    2.7
  );
}

/** A line of fire with flames towards the middle. */
export class FireLine implements Actor {
  private readonly route: RoutePoint[];
  private readonly level: number;

  constructor({ page, level }: Scene) {
    this.route = routeOf(page, level);
    this.level = level;
  }

  step(): void {}

  draw(strips: Strips, time: number): void {
    const tall = 14 + this.level * 9;
    const closed = this.level === 3;
    strips.draw((brush) => {
      for (const [colour, part, lag] of [
        [fade('#ff3a00', 0.42), 1.35, 0],
        [fade('#ff7a10', 0.78), 0.95, 0.13],
        [fade('#ffc247', 0.92), 0.55, 0.22],
        ['#fff6d8', 0.2, 0.3],
      ] as const) {
        trace(brush, this.route, time - lag, closed, (point, now) => {
          const lick =
            0.35 +
            0.65 * Math.max(0, ripple(point.at, now) + 0.25 * ((Math.round(point.at / 28) % 2) * 2 - 1));
          return {
            inner: (tall * part * lick + 2 * part) * point.weight,
            outer: 5 * part * point.weight,
          };
        });
        brush.fillStyle = colour;
        brush.fill('evenodd');
      }
    });
  }
}

/** A black vine with thorns. A light rim keeps it visible on a dark video. */
export class ThornLine implements Actor {
  private readonly route: RoutePoint[];
  private readonly level: number;

  constructor({ page, level }: Scene) {
    this.route = routeOf(page, level);
    this.level = level;
  }

  step(): void {}

  draw(strips: Strips, time: number): void {
    const closed = this.level === 3;
    const thick = 2.6 + this.level * 1.3;
    const sway = (point: RoutePoint, now: number) =>
      Math.sin((point.at / WAVE) * Math.PI + now * 1.1) * (4 + this.level * 2);
    strips.draw((brush) => {
      brush.lineJoin = 'round';
      const vine = () =>
        trace(brush, this.route, time, closed, (point, now) => ({
          inner: thick * point.weight + sway(point, now),
          outer: thick * point.weight - sway(point, now),
        }));
      const thorns = () => {
        brush.beginPath();
        for (const [index, point] of this.route.entries()) {
          if (index % 3 === 0) this.thorn(brush, point, index, time, sway(point, time));
        }
      };
      for (const shape of [vine, thorns]) {
        shape();
        brush.strokeStyle = fade('#3b1d5e', 0.4);
        brush.lineWidth = 12;
        brush.stroke();
      }
      for (const shape of [vine, thorns]) {
        shape();
        brush.strokeStyle = fade('#e9e4f2', 0.85);
        brush.lineWidth = 3.4;
        brush.stroke();
      }
      brush.fillStyle = '#08070b';
      for (const shape of [vine, thorns]) {
        shape();
        brush.fill('nonzero');
      }
    });
  }

  /** Traces one bent thorn. Even thorns point to the middle, odd ones to the edge. */
  private thorn(brush: Brush, point: RoutePoint, index: number, time: number, off: number): void {
    const inward = index % 2 === 0 ? 1 : -0.72;
    const beat = 0.8 + 0.2 * Math.sin(time * 2.2 - point.at * 0.006);
    const long = (15 + this.level * 8) * beat * point.weight * inward * (index % 4 === 0 ? 1.35 : 1);
    // The direction along the line: perpendicular to `in`.
    const alongX = point.inY;
    const alongY = -point.inX;
    const at = (along: number, into: number): [number, number] => [
      point.x + alongX * along + point.inX * (into + off),
      point.y + alongY * along + point.inY * (into + off),
    ];
    const base = 5 + this.level * 2;
    brush.moveTo(...at(-base, 0));
    brush.quadraticCurveTo(...at(0, long * 0.35), ...at(base * 1.6, long));
    brush.quadraticCurveTo(...at(base * 0.9, long * 0.3), ...at(base, 0));
    brush.closePath();
  }
}

/** Two purple strands that wind around each other, with runes that move along them. */
export class BraidLine implements Actor {
  private readonly route: RoutePoint[];
  private readonly level: number;

  constructor({ page, level }: Scene) {
    this.route = routeOf(page, level);
    this.level = level;
  }

  step(): void {}

  draw(strips: Strips, time: number): void {
    const width = 7 + this.level * 3;
    const closed = this.level === 3;
    strips.draw((brush) => {
      brush.lineJoin = 'round';
      for (const phase of [0, Math.PI]) {
        brush.beginPath();
        for (const point of this.route) {
          const off = Math.sin((point.at / WAVE) * 2 * Math.PI - time * 3 + phase) * width * point.weight;
          brush.lineTo(point.x + point.inX * off, point.y + point.inY * off);
        }
        if (closed) brush.closePath();
        brush.strokeStyle = fade('#7a1fff', 0.3);
        brush.lineWidth = 6 + this.level * 2;
        brush.stroke();
        brush.strokeStyle = phase === 0 ? fade('#c86bff', 0.95) : fade('#8d4bff', 0.95);
        brush.lineWidth = 2.4 + this.level * 0.7;
        brush.stroke();
        brush.strokeStyle = '#f7e6ff';
        brush.lineWidth = 1.6;
        brush.stroke();
      }
      this.runes(brush, time);
    });
  }

  private runes(brush: Brush, time: number): void {
    const count = this.level * 4;
    for (let index = 0; index < count; index++) {
      const place = (index / count + time * 0.035) % 1;
      const point = this.route[Math.floor(place * this.route.length)];
      if (point === undefined || point.weight < 0.3) continue;
      const size = (7 + this.level * 2) * (0.85 + 0.15 * Math.sin(time * 4 + index));
      brush.save();
      brush.translate(point.x, point.y);
      brush.rotate(time * 0.9 + index);
      brush.fillStyle = fade('#3b0a78', 0.9);
      brush.strokeStyle = '#f0ccff';
      brush.lineWidth = 2.4;
      brush.beginPath();
      brush.rect(-size, -size, size * 2, size * 2);
      brush.fill();
      brush.stroke();
      brush.rotate(Math.PI / 4);
      brush.beginPath();
      brush.rect(-size * 0.55, -size * 0.55, size * 1.1, size * 1.1);
      brush.stroke();
      brush.restore();
    }
  }
}
