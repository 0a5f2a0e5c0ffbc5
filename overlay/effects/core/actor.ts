import type { Brush } from './canvas.ts';
import type { EffectPage } from './page.ts';
import type { Random } from './random.ts';
import type { Strips } from './strips.ts';

/** A moving part of an effect. Times are in seconds; a step is at most 0.1 s. */
export interface Actor {
  step(seconds: number, time: number): void;
  draw(strips: Strips, time: number): void;
}

export type Level = 1 | 2 | 3;

/** The input of an effect's drawing. */
export interface Scene {
  page: EffectPage;
  level: Level;
  random: Random;
  /** Share of the particles to draw, 0 to 1, see `Quality`. */
  amount: number;
}

/** A painting in steps. At each `yield` the browser may draw a frame. */
export type Painting = Generator<undefined, void>;

/** One kind of art, drawn for the attacker's side, the left edge. `Strips` mirrors it for the defender. */
export interface EffectArt {
  /** Paints the still picture of the whole page. Only the bands at the edges are shown. */
  paint(brush: Brush, scene: Scene): Painting;
  /** Creates the moving parts above the still picture. */
  actors(scene: Scene): Actor[];
}

/** Paints the effect's side (`own` is true) and, at level 3, the mirrored other side. */
export function* onSides(brush: Brush, { page, level }: Scene, paint: (own: boolean) => Painting): Painting {
  yield* paint(true);
  if (level < 3) return;
  brush.save();
  brush.translate(page.width, 0);
  brush.scale(-1, 1);
  yield* paint(false);
  brush.restore();
}
