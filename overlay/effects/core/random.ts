/** Returns a number from 0 to below 1. */
export type Random = () => number;

/** Creates a mulberry32 generator: the same seed gives the same picture. Not for secrets. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns a random number from `low` to below `high`. */
export function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random();
}
