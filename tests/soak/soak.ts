export interface SoakOptions {
  /** Number of steps; undefined uses the soak's own number. */
  count: number | undefined;
  seed: number;
  /** How many times as fast as real time the show plays; undefined uses the soak's own speed. */
  speed: number | undefined;
  say: (line: string) => void;
}

export interface SoakResult {
  passed: boolean;
  [figure: string]: unknown;
}
