import type { EffectPage } from './page.ts';
import type { Random } from './random.ts';
import type { Strips } from './strips.ts';

/** Slow parts of an effect are drawn this often, a second. */
export const SLOW_FPS = 15;

/** A moving part of an effect. Times are in seconds; a step is at most 0.1 s. */
export interface Actor {
  /** Its picture changes at most `SLOW_FPS` times a second, and does not move. */
  readonly isSlow?: boolean;
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

/** A preparation in steps. At each `yield` the browser may draw a frame. */
export type Painting = Generator<undefined, void>;
