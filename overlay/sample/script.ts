import type { OverlayDance } from '#shared/contract/overlay/state.ts';
import type { Cast } from './cast.ts';

/** Seconds after the start of a round at which it ends and is settled, and at which the next one starts. */
export const ROUND = { end: 60, settled: 66, next: 76 } as const;

export const ANCHORS = 6;
/** The side of each anchor by index. The last two are out; one of them is in a resurrection. */
export const SIDES = ['attacker', 'defender', 'attacker', 'defender', null, null] as const;
export const OUT = 4;
export const REVIVING = 5;
export const CLEARANCE_TENTHS = 30_000;

/** One gift of the script. */
export interface ScriptGift {
  /** Number of the gift in the show, from 0. */
  index: number;
  /** Second of the show. */
  at: number;
  viewer: number;
  gift: number;
  count: number;
  /** Index of the anchor; null if unallocated. */
  anchor: number | null;
}

/** Seconds between two gifts. */
const EVERY = 0.4;

/** The gift with this number. Deterministic: the chances are hashes of the number. */
export function scriptGift(index: number): ScriptGift {
  const chance = (salt: number) => {
    let hash = Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(salt + 7, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
    return ((hash ^ (hash >>> 15)) >>> 0) / 4294967296;
  };
  const at = index * EVERY;
  const round = Math.floor(at / ROUND.next);
  // The lead changes during the round, and the round ends close.
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

/** Number of gifts until this second. */
export function giftsUntil(second: number): number {
  return Math.floor(second / EVERY) + 1;
}

/** Duration of a dance (s). */
const DANCE_SECONDS = 20;
const WAITING_DANCES = 4;

/** The running dance at this second and the waiting ones. `begun` is the time of second 0 (ms). */
export function dancesAt(cast: Cast, second: number, begun: number): Record<string, OverlayDance> {
  const first = Math.floor(second / DANCE_SECONDS);
  return Object.fromEntries(
    Array.from({ length: WAITING_DANCES + 1 }, (_, place) => {
      const number = first + place;
      const name = cast.dances[number % cast.dances.length] ?? '';
      const dance: OverlayDance = {
        entryId: `sample-dance-${number % cast.dances.length}`,
        name,
        effects: cast.danceEffects[number % cast.dances.length] ?? '',
        style: 'chinese',
        viewer: cast.viewers[(number * 3 + 1) % cast.viewers.length] ?? '',
        times: [1, 2, 1, 5, 1][number % 5] ?? 1,
        countdown:
          place > 0
            ? null
            : { length: DANCE_SECONDS * 1000, ran: 0, since: begun + first * DANCE_SECONDS * 1000 },
        order: place,
      };
      return [String(number), dance];
    }),
  );
}
