import type { Brush } from './canvas.ts';
import type { EffectPage } from './page.ts';
import type { Random } from './random.ts';
import type { Strips } from './strips.ts';

/** Something that moves. Seconds; `step` never takes more than a tenth of one. */
export interface Actor {
  step(seconds: number, time: number): void;
  draw(strips: Strips, time: number): void;
}

export type Level = 1 | 2 | 3;

/** What art is made for. */
export interface Scene {
  page: EffectPage;
  level: Level;
  random: Random;
  /** Part of the particles that the quality allows. */
  amount: number;
}

/** What is painted in several goes: it stops after each of its parts, so that a frame never waits for all. */
export type Painting = Generator<undefined, void>;

/** One kind of art, seen from the attacker's side: its edge is the left one. */
export interface EffectArt {
  /** What stands still, on a brush for the whole page; only the bands of it are kept. */
  paint(brush: Brush, scene: Scene): Painting;
  /** What moves over it. */
  actors(scene: Scene): Actor[];
}

/** Paints the attacker's side, and where the level reaches all around, the other one too. */
export function* onSides(brush: Brush, { page, level }: Scene, paint: (own: boolean) => Painting): Painting {
  yield* paint(true);
  if (level < 3) return;
  brush.save();
  brush.translate(page.width, 0);
  brush.scale(-1, 1);
  yield* paint(false);
  brush.restore();
}
