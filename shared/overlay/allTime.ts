import type { Anchor } from '../contract/preset.ts';
import type { GiftTally, Tally, Viewer } from '../contract/snapshot.ts';
import type { GameState } from '../game/state.ts';
import { Top } from './top.ts';

export interface NamedSum extends Tally {
  name: string;
}

/** The sums of all shows that are over. */
export interface PastSums {
  totals: Tally & { givers: number };
  /** Votes in tenths of an anchor: known by its id, or by its account in whatever preset that was. */
  anchorTenths(anchor: Pick<Anchor, 'id' | 'username'>): number;
  viewer(id: string): NamedSum | null;
  /** Those with the most votes, most first, equal ones by id. */
  topViewers(limit: number): readonly (NamedSum & { id: string })[];
  gifts(): ReadonlyMap<number, NamedSum & { unitDiamonds: number }>;
}

export const noPast: PastSums = {
  totals: { count: 0, diamonds: 0, votesTenths: 0, givers: 0 },
  anchorTenths: () => 0,
  viewer: () => null,
  topViewers: () => [],
  gifts: () => new Map(),
};

/** Viewers of the running show that are looked up in one go. */
const SLICE = 4096;

/**
 * The past shows and the running one together. Its viewers are looked up among those of the past once each, some
 * at a time, so that a show of a hundred thousand is not held up by it.
 */
export class AllTime {
  readonly #past: PastSums;
  readonly #state: () => GameState;
  readonly #known = new Map<string, NamedSum | null>();
  readonly #top: Top<string, NamedSum>;
  #met: Iterator<Viewer> | null = null;
  #metOf: GameState | null = null;
  #seen = 0;
  #new = 0;

  constructor(past: PastSums, state: () => GameState) {
    this.#past = past;
    this.#state = state;
    this.#top = new Top({
      limit: 20,
      all: () => this.#candidates(),
      find: (id) => this.#sumOf(id),
      worth: ({ votesTenths }) => votesTenths,
      tie: (a, b) => (a < b ? -1 : 1),
    });
  }

  touch(viewerId: string): void {
    this.#top.touch(viewerId);
  }

  forget(): void {
    this.#top.forget();
  }

  anchorTenths(anchor: Pick<Anchor, 'id' | 'username'>): number {
    return this.#past.anchorTenths(anchor);
  }

  topViewers(): readonly { key: string; item: NamedSum }[] {
    return this.#top.read();
  }

  /** Every kind of gift that was ever sent. */
  gifts(): GiftTally[] {
    const past = this.#past.gifts();
    const { gifts } = this.#state();
    const sums: GiftTally[] = [];
    for (const [id, gift] of gifts) sums.push(addGift(gift, past.get(id)));
    for (const [id, gift] of past) if (!gifts.has(id)) sums.push({ id, ...gift });
    return sums;
  }

  /** `counted` is the running show's. */
  totals(counted: Tally): Tally & { givers: number } {
    const { totals } = this.#past;
    return {
      count: totals.count + counted.count,
      diamonds: totals.diamonds + counted.diamonds,
      votesTenths: totals.votesTenths + counted.votesTenths,
      givers: totals.givers + this.#new,
    };
  }

  /** Looks some more viewers up; false once everybody is known. */
  meet(): boolean {
    const state = this.#state();
    if (this.#metOf !== state) {
      this.#metOf = state;
      this.#met = state.viewers.values();
      this.#seen = 0;
      this.#new = 0;
    }
    // It is never asked for one that is not there yet: an iterator that has ended does not go on.
    for (let left = SLICE; left > 0 && this.#seen < state.viewers.size; left -= 1) {
      const next = this.#met?.next();
      this.#seen += 1;
      if (next?.done === false && this.#pastOf(next.value.id) === null) this.#new += 1;
    }
    return this.#seen < state.viewers.size;
  }

  #pastOf(id: string): NamedSum | null {
    let past = this.#known.get(id);
    if (past === undefined) {
      past = this.#past.viewer(id);
      this.#known.set(id, past);
    }
    return past;
  }

  #sumOf(id: string): NamedSum | undefined {
    const past = this.#pastOf(id);
    const viewer = this.#state().viewers.get(id);
    return viewer === undefined ? (past ?? undefined) : together(viewer, past);
  }

  /**
   * Everybody who may be among the first: the first of the past, and who has now what is missing to them. Of the
   * others nothing has to be looked up.
   */
  *#candidates(): Generator<[string, NamedSum]> {
    const past = this.#past.topViewers(20);
    const named = new Set(past.map(({ id }) => id));
    const sums: number[] = [];
    for (const id of named) {
      const sum = this.#sumOf(id);
      if (sum === undefined) continue;
      sums.push(sum.votesTenths);
      yield [id, sum];
    }
    // Nobody else had more in the past than the last of its first, and nobody gets in below the last of these.
    const most = past[19]?.votesTenths ?? 0;
    const least = sums.length < 20 ? 0 : Math.min(...sums);
    for (const viewer of this.#state().viewers.values()) {
      const { id, votesTenths } = viewer;
      if (named.has(id) || votesTenths + most < least) continue;
      yield [id, together(viewer, this.#pastOf(id))];
    }
  }
}

function together({ name, count, diamonds, votesTenths }: NamedSum, past: Tally | null): NamedSum {
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
