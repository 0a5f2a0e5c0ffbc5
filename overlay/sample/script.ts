/** Seconds of one round of the sample show, from its start; then the next begins. */
export const ROUND = { end: 60, settled: 66, next: 76 } as const;

export const ANCHORS = 6;
/** By number: two attack, two defend, one is out and one tries to come back. */
export const SIDES = ['attacker', 'defender', 'attacker', 'defender', null, null] as const;
export const OUT = 4;
export const REVIVING = 5;
export const CLEARANCE_TENTHS = 30_000;

/** One gift of the script. */
export interface ScriptGift {
  /** Counts all gifts of the show from 0. */
  index: number;
  /** Second of the show. */
  at: number;
  viewer: number;
  gift: number;
  count: number;
  /** The anchor's number; null is unallocated. */
  anchor: number | null;
}

const EVERY = 0.4;

/** The gift of this number; always the same one. */
export function scriptGift(index: number): ScriptGift {
  const chance = (salt: number) => {
    let hash = Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(salt + 7, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
    return ((hash ^ (hash >>> 15)) >>> 0) / 4294967296;
  };
  const at = index * EVERY;
  const round = Math.floor(at / ROUND.next);
  // The lead changes sides: first one is ahead, then the other, and it ends close.
  const swing = Math.sin(((at % ROUND.next) / ROUND.end) * Math.PI * 1.7 + round * 2.1);
  const towards = chance(1) < 0.5 + swing * 0.27 ? 0 : 1;
  const gift = chance(2);
  return {
    index,
    at,
    viewer: Math.floor(chance(3) ** 1.6 * 10),
    gift:
      gift < 0.5
        ? 6 + Math.floor(gift * 4)
        : gift < 0.97
          ? Math.floor(chance(4) * 5)
          : 8 + Math.floor(chance(5) * 2),
    count: gift < 0.5 ? 1 + Math.floor(chance(6) ** 2 * 28) : 1 + Math.floor(chance(7) * 3),
    anchor: chance(8) < 0.07 ? null : towards + (chance(9) < 0.62 ? 0 : 2),
  };
}

/** How many gifts have come until this second. */
export function giftsUntil(second: number): number {
  return Math.floor(second / EVERY) + 1;
}
