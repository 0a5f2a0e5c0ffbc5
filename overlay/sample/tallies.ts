import type { OverlayDance, OverlayEntry } from '#shared/contract/overlay/state.ts';
import type { Cast } from './cast.ts';

/** Seconds after the start of a round at which it ends and is settled, and at which the next one starts. */
export const ROUND = { end: 60, settled: 66, next: 76 } as const;

const ANCHORS = 6;
/** The side of each anchor by index. The last two are out; one of them is in a resurrection. */
export const SIDES = ['attacker', 'defender', 'attacker', 'defender', null, null] as const;
export const OUT = 4;
export const REVIVING = 5;
export const CLEARANCE_TENTHS = 30_000;

/** One gift of the script. */
interface ScriptGift {
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
function scriptGift(index: number): ScriptGift {
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
function giftsUntil(second: number): number {
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

export interface Sums {
  votesTenths: number;
  diamonds: number;
  count: number;
}

/** All sums of the sample show up to one second. */
export interface Tallies {
  round: Sums;
  show: Sums;
  unallocatedTenths: number;
  anchorsRound: Sums[];
  anchorsShow: Sums[];
  usersRound: Map<string, Sums>;
  usersShow: Map<string, Sums>;
  giftsRound: Map<number, Sums>;
  giftsShow: Map<number, Sums>;
  /** The newest gifts, oldest first. */
  recent: ScriptGift[];
}

const none = (): Sums => ({ votesTenths: 0, diamonds: 0, count: 0 });

/** Votes of each anchor (tenths) before the sample begins. */
const earlierTenths = [412_830, 386_210, 254_900, 231_470, 148_320, 97_650];

export function startTallies(cast: Cast): Tallies {
  const anchorsShow = earlierTenths.map((votes) => ({
    votesTenths: votes,
    diamonds: Math.round(votes / 10),
    count: Math.round(votes / 160),
  }));
  const usersShow = new Map(
    cast.viewers.map((name, index) => {
      const votesTenths = Math.round(310_000 / (index + 1.4));
      return [
        name,
        { votesTenths, diamonds: Math.round(votesTenths / 10), count: Math.round(votesTenths / 180) },
      ];
    }),
  );
  const show = anchorsShow.reduce((sum, one) => plus(sum, one), { ...none(), votesTenths: 38_400 });
  return {
    round: none(),
    show,
    unallocatedTenths: 0,
    anchorsRound: Array.from({ length: ANCHORS }, none),
    anchorsShow,
    usersRound: new Map(),
    usersShow,
    giftsRound: new Map(),
    giftsShow: new Map(),
    recent: [],
  };
}

/** Adds the gifts after the second `from`, up to the second `to`. Resets the round's sums when a round starts. */
export function addGifts(tallies: Tallies, cast: Cast, from: number, to: number): void {
  for (let index = from < 0 ? 0 : giftsUntil(from); index < giftsUntil(to); index += 1) {
    const gift = scriptGift(index);
    const inRound = gift.at % ROUND.next;
    if (inRound < 0.4) beginRound(tallies);
    if (inRound < ROUND.settled) addGift(tallies, cast, gift);
  }
}

function beginRound(tallies: Tallies): void {
  tallies.round = none();
  tallies.unallocatedTenths = 0;
  tallies.anchorsRound = Array.from({ length: ANCHORS }, none);
  tallies.usersRound = new Map();
  tallies.giftsRound = new Map();
}

function addGift(tallies: Tallies, cast: Cast, event: ScriptGift): void {
  const gift = cast.gifts[event.gift];
  if (gift === undefined) return;
  const diamonds = gift.diamonds * event.count;
  const sums = { votesTenths: diamonds * 10, diamonds, count: event.count };
  const viewer = cast.viewers[event.viewer] ?? '';
  tallies.round = plus(tallies.round, sums);
  tallies.show = plus(tallies.show, sums);
  addTo(tallies.usersRound, viewer, sums);
  addTo(tallies.usersShow, viewer, sums);
  addTo(tallies.giftsRound, event.gift, sums);
  addTo(tallies.giftsShow, event.gift, sums);
  if (event.anchor === null) tallies.unallocatedTenths += sums.votesTenths;
  else {
    for (const list of [tallies.anchorsRound, tallies.anchorsShow]) {
      list[event.anchor] = plus(list[event.anchor] ?? none(), sums);
    }
  }
  tallies.recent = [...tallies.recent, event].slice(-12);
}

function plus(one: Sums, other: Sums): Sums {
  return {
    votesTenths: one.votesTenths + other.votesTenths,
    diamonds: one.diamonds + other.diamonds,
    count: one.count + other.count,
  };
}

function addTo<K>(map: Map<K, Sums>, key: K, sums: Sums): void {
  map.set(key, plus(map.get(key) ?? none(), sums));
}

/** The first 20 by votes, keyed by rank as in the hub's lists. */
export function ranksOf(
  entries: readonly { name: string; giftId?: number; sums: Sums }[],
): Record<string, OverlayEntry> {
  const sorted = [...entries].sort((a, b) => b.sums.votesTenths - a.sums.votesTenths).slice(0, 20);
  return Object.fromEntries(
    sorted.map(({ sums, ...entry }, index) => [String(index + 1), { ...entry, ...sums }]),
  );
}
