import type { WidgetOptions } from '../contract/overlay/widget.ts';
import type { Anchor } from '../contract/preset.ts';
import type { Period } from '../contract/season.ts';
import type { GiftTally, Tally, Viewer } from '../contract/snapshot.ts';
import type { GameState } from '../game/state.ts';
import type { SeasonEntry } from '../season/ranking.ts';
import { TopList } from './topList.ts';

/** The sums of an anchor, a viewer or a gift, with its name. */
export interface NamedSum extends Tally {
  name: string;
}

/** Sums of ended shows by viewer and by gift. */
export interface RankedSums {
  viewer(id: string): NamedSum | null;
  /** The viewers with the most votes, in descending order; equal ones by id. */
  topViewers(limit: number): readonly (NamedSum & { id: string })[];
  gifts(): ReadonlyMap<number, NamedSum & { unitDiamonds: number }>;
}

/** An anchor's sums in ended shows, and the id of the host's picture of the anchor; '' for none. */
export interface PastAnchor extends SeasonEntry {
  avatar: string;
}

/** Sums of the ended shows that began in a period. */
export interface PeriodSums extends RankedSums {
  anchors(): readonly PastAnchor[];
}

/** Sums over all ended shows. */
export interface PastSums extends RankedSums {
  totals: Tally & { givers: number };
  /** An anchor's votes, in tenths. Past anchors match by id, or by account under any preset. */
  anchorTenths(anchor: Pick<Anchor, 'id' | 'username'>): number;
  /** The sums of the shows that began in a period, of these gifts (by id) or of all counted gifts. */
  between(period: Period, giftIds: readonly number[] | null): Tally;
  within(period: Period): PeriodSums;
}

const noRankedSums: RankedSums = { viewer: () => null, topViewers: () => [], gifts: () => new Map() };

export const noPastSums: PastSums = {
  ...noRankedSums,
  totals: { count: 0, diamonds: 0, votesTenths: 0, givers: 0 },
  anchorTenths: () => 0,
  between: () => ({ count: 0, diamonds: 0, votesTenths: 0 }),
  within: () => ({ ...noRankedSums, anchors: () => [] }),
};

/** Whether a widget shows sums of ended shows. */
export function showsPast(options: WidgetOptions): boolean {
  const spans =
    options.kind === 'ranking'
      ? [options.a.span, options.b?.span]
      : options.kind === 'goal'
        ? [options.span]
        : [];
  return spans.some((span) => span !== undefined && span !== 'round' && span !== 'show');
}

/** Number of viewers that one `lookUpViewers` call looks up at most. */
const LOOK_UP_BATCH = 4096;
/** Number of viewers in `topViewers`. */
const TOP_LIMIT = 20;

/**
 * Ranks viewers and gifts by their sums in ended shows and the running show together. Looks a viewer of the running show
 * up in the past sums once.
 */
export class CumulativeRanks {
  readonly #past: RankedSums;
  readonly #state: () => GameState;
  /** Cache of `RankedSums.viewer`. */
  readonly #pastViewers = new Map<string, NamedSum | null>();
  readonly #top: TopList<string, NamedSum>;

  constructor(past: RankedSums, state: () => GameState) {
    this.#past = past;
    this.#state = state;
    this.#top = new TopList({
      limit: TOP_LIMIT,
      all: () => this.#candidates(),
      find: (id) => this.#sumOf(id),
      score: ({ votesTenths }) => votesTenths,
      compareKeys: (a, b) => (a < b ? -1 : 1),
    });
  }

  /** Call it for each viewer whose sums may have changed. */
  markChanged(viewerId: string): void {
    this.#top.markChanged(viewerId);
  }

  /** Drops the cached list of top viewers. */
  invalidate(): void {
    this.#top.invalidate();
  }

  topViewers(): readonly { key: string; item: NamedSum }[] {
    return this.#top.entries();
  }

  /** The sums of each gift type of these shows. */
  gifts(): GiftTally[] {
    const past = this.#past.gifts();
    const { gifts } = this.#state();
    const sums: GiftTally[] = [];
    for (const [id, gift] of gifts) sums.push(addGift(gift, past.get(id)));
    for (const [id, gift] of past) if (!gifts.has(id)) sums.push({ id, ...gift });
    return sums;
  }

  protected pastOf(id: string): NamedSum | null {
    let past = this.#pastViewers.get(id);
    if (past === undefined) {
      past = this.#past.viewer(id);
      this.#pastViewers.set(id, past);
    }
    return past;
  }

  #sumOf(id: string): NamedSum | undefined {
    const past = this.pastOf(id);
    const viewer = this.#state().viewers.get(id);
    return viewer === undefined ? (past ?? undefined) : addPast(viewer, past);
  }

  /**
   * Yields the viewers who can be in the top list: the past's top viewers, and viewers of the running show whose votes
   * can reach them. Spares the look-up of all others.
   */
  *#candidates(): Generator<[string, NamedSum]> {
    const past = this.#past.topViewers(TOP_LIMIT);
    const named = new Set(past.map(({ id }) => id));
    const sums: number[] = [];
    for (const id of named) {
      const sum = this.#sumOf(id);
      if (sum === undefined) continue;
      sums.push(sum.votesTenths);
      yield [id, sum];
    }
    // A viewer outside the past's top list has at most its last entry's votes, and needs at least the least sum here.
    const most = past[TOP_LIMIT - 1]?.votesTenths ?? 0;
    const least = sums.length < TOP_LIMIT ? 0 : Math.min(...sums);
    for (const viewer of this.#state().viewers.values()) {
      const { id, votesTenths } = viewer;
      if (named.has(id) || votesTenths + most < least) continue;
      yield [id, addPast(viewer, this.pastOf(id))];
    }
  }
}

/**
 * Sums of all ended shows and the running show together. Looks the viewers of the running show up in batches, so that a
 * show with 100,000 viewers does not block.
 */
export class AllTime extends CumulativeRanks {
  readonly #past: PastSums;
  readonly #state: () => GameState;
  #viewers: Iterator<Viewer> | null = null;
  #viewersOf: GameState | null = null;
  #lookedUp = 0;
  /** Viewers among those looked up that no past show has. */
  #newGivers = 0;

  constructor(past: PastSums, state: () => GameState) {
    super(past, state);
    this.#past = past;
    this.#state = state;
  }

  anchorTenths(anchor: Pick<Anchor, 'id' | 'username'>): number {
    return this.#past.anchorTenths(anchor);
  }

  /** `counted` is the running show's tally. `givers` is exact once `lookUpViewers` has returned false. */
  totals(counted: Tally): Tally & { givers: number } {
    const { totals } = this.#past;
    return {
      count: totals.count + counted.count,
      diamonds: totals.diamonds + counted.diamonds,
      votesTenths: totals.votesTenths + counted.votesTenths,
      givers: totals.givers + this.#newGivers,
    };
  }

  /** Looks up the next batch of the running show's viewers. Returns whether more remain. */
  lookUpViewers(): boolean {
    const state = this.#state();
    if (this.#viewersOf !== state) {
      this.#viewersOf = state;
      this.#viewers = state.viewers.values();
      this.#lookedUp = 0;
      this.#newGivers = 0;
    }
    // Never call next() at the end of the map: a finished iterator does not return viewers that are added later.
    for (let left = LOOK_UP_BATCH; left > 0 && this.#lookedUp < state.viewers.size; left -= 1) {
      const next = this.#viewers?.next();
      this.#lookedUp += 1;
      if (next?.done === false && this.pastOf(next.value.id) === null) this.#newGivers += 1;
    }
    return this.#lookedUp < state.viewers.size;
  }
}

function addPast({ name, count, diamonds, votesTenths }: NamedSum, past: Tally | null): NamedSum {
  return {
    name,
    count: count + (past?.count ?? 0),
    diamonds: diamonds + (past?.diamonds ?? 0),
    votesTenths: votesTenths + (past?.votesTenths ?? 0),
  };
}

function addGift(gift: GiftTally, past: Tally | undefined): GiftTally {
  if (past === undefined) return gift;
  return {
    ...gift,
    count: gift.count + past.count,
    diamonds: gift.diamonds + past.diamonds,
    votesTenths: gift.votesTenths + past.votesTenths,
  };
}
