export interface SoakOptions {
  /** Number of steps; undefined uses the soak's own number. */
  count: number | undefined;
  seed: number;
  say: (line: string) => void;
}

export interface SoakResult {
  passed: boolean;
  [figure: string]: unknown;
}
