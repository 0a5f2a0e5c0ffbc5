export interface SoakOptions {
  /** How many steps, undefined for the soak's own number. */
  count: number | undefined;
  seed: number;
  say: (line: string) => void;
}

export interface SoakResult {
  passed: boolean;
  [figure: string]: unknown;
}
