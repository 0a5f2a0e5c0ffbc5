import type { OverlayEntry } from '#shared/contract/overlay/state.ts';
import type { Cast } from './cast.ts';
import { ANCHORS, giftsUntil, ROUND, type ScriptGift, scriptGift } from './script.ts';

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
