import type { Actor, Scene } from '../core/actor.ts';
import { type Brush, fade } from '../core/canvas.ts';
import { between, type Random } from '../core/random.ts';
import type { Strips } from '../core/strips.ts';
import { type RoutePoint, routeOf } from './route.ts';

const cyan = '#35e6ff';
/** Time until the bolts get a new shape (s). */
const BOLT_SECONDS = 0.09;

interface Place {
  x: number;
  y: number;
  weight: number;
}

/** Lightning along the edges, with branches towards the middle. Its shape changes about eleven times a second. */
export class Lightning implements Actor {
  private readonly route: RoutePoint[];
  private readonly random: Random;
  private readonly level: number;
  private readonly closed: boolean;
  private bolts: Place[][] = [];
  private branches: Place[][] = [];
  private age = BOLT_SECONDS;

  constructor(scene: Scene) {
    this.route = routeOf(scene.page, scene.level);
    this.random = scene.random;
    this.level = scene.level;
    this.closed = scene.level === 3;
  }

  step(seconds: number): void {
    this.age += seconds;
    if (this.age < BOLT_SECONDS) return;
    this.age = 0;
    this.bolts = [this.bolt(9 + this.level * 4), this.bolt(16 + this.level * 7)];
    this.branches = Array.from({ length: this.level * 2 }, () => this.branch());
  }

  draw(strips: Strips): void {
    const flicker = 1 - (this.age / BOLT_SECONDS) * 0.35;
    strips.draw((brush) => {
      brush.lineJoin = 'round';
      brush.lineCap = 'round';
      brush.globalAlpha = flicker;
      const thick = 0.6 + this.level * 0.16;
      for (const [index, bolt] of this.bolts.entries()) {
        const part = index === 0 ? thick : thick * 0.6;
        stroke(brush, bolt, fade('#0a7dff', 0.3), 20 * part);
        stroke(brush, bolt, fade(cyan, 0.62), 9 * part);
        stroke(brush, bolt, '#f2feff', 3.4 * part);
      }
      for (const branch of this.branches) {
        stroke(brush, branch, fade(cyan, 0.4), 7 * thick);
        stroke(brush, branch, '#e8fdff', 2.2 * thick);
      }
    });
  }

  private bolt(width: number): Place[] {
    let drift = 0;
    const bolt = this.route.map((point) => {
      drift = drift * 0.55 + between(this.random, -width, width) * 0.75;
      const off = drift * (0.3 + point.weight * 0.7);
      return { x: point.x + point.inX * off, y: point.y + point.inY * off, weight: point.weight };
    });
    const first = bolt[0];
    if (this.closed && first !== undefined) bolt.push(first);
    return bolt;
  }

  private branch(): Place[] {
    const start = this.route[Math.floor(this.random() * this.route.length)];
    if (start === undefined || start.weight < 0.4) return [];
    const lean = between(this.random, -0.8, 0.8);
    let { x, y } = start;
    const places: Place[] = [{ x, y, weight: 1 }];
    for (let joint = 0; joint < 4; joint++) {
      const length = between(this.random, 16, 30);
      x += (start.inX - start.inY * lean + between(this.random, -0.5, 0.5)) * length;
      y += (start.inY + start.inX * lean + between(this.random, -0.5, 0.5)) * length;
      places.push({ x, y, weight: 1 });
    }
    return places;
  }
}

/** Strokes a line that gets thinner towards its ends. Draws one path per line width: a path has a single width. */
function stroke(brush: Brush, places: readonly Place[], style: string, width: number): void {
  brush.strokeStyle = style;
  for (const [low, high] of [
    [0, 0.34],
    [0.34, 0.67],
    [0.67, 1.01],
  ] as const) {
    brush.lineWidth = Math.max(0.8, width * (low + high) * 0.5 * (high > 1 ? 1.19 : 1));
    let open = false;
    brush.beginPath();
    for (const place of places) {
      if (place.weight >= low && place.weight < high) {
        if (!open) brush.moveTo(place.x, place.y);
        else brush.lineTo(place.x, place.y);
        open = true;
      } else if (open) {
        brush.lineTo(place.x, place.y);
        open = false;
      }
    }
    brush.stroke();
  }
}
