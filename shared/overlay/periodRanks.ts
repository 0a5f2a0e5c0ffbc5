import type { OverlayPeriodEntry, OverlayState } from '../contract/overlay/state.ts';
import type { Anchor } from '../contract/preset.ts';
import type { FormerAnchor, GiftTally, Tally } from '../contract/snapshot.ts';
import { createState, type GameState } from '../game/state.ts';
import { anchorEntries } from '../season/entries.ts';
import { seasonRanking } from '../season/ranking.ts';
import { CumulativeRanks, type PastAnchor, type PastSums } from './allTime.ts';
import { type PeriodRankSpec, periodRankKey } from './periodRankSpec.ts';
import { type PeriodClock, Periods } from './periods.ts';

/** Maximum number of entries of a ranking. */
export const MAX_RANKS = 20;

interface PeriodRanksOptions {
  clock: PeriodClock;
  past: PastSums;
  state: () => GameState;
  /** Path of an anchor's picture on the hub; '' for none. */
  picture: (anchor: FormerAnchor) => string;
  topGifts: (gifts: Iterable<GiftTally>) => readonly (Tally & { name: string; giftId: number })[];
}

/** Ranks anchors, viewers and gifts over the shows of a period, the open show included if it began within it. */
export class PeriodRanks {
  readonly #options: PeriodRanksOptions;
  readonly #periods: Periods;
  /** By the period and whether the open show is in it. */
  #ranks = new Map<string, CumulativeRanks>();
  #specs: readonly PeriodRankSpec[] = [];

  constructor(options: PeriodRanksOptions) {
    this.#options = options;
    this.#periods = new Periods(options.clock);
  }

  setSpecs(specs: readonly PeriodRankSpec[]): void {
    this.#specs = specs;
  }

  /** Call it for each viewer whose sums may have changed. */
  markChanged(viewerId: string): void {
    for (const ranks of this.#ranks.values()) ranks.markChanged(viewerId);
  }

  /** Drops the cached lists. */
  invalidate(): void {
    this.#ranks.clear();
  }

  build(): OverlayState['periods'] {
    const used = new Map<string, CumulativeRanks>();
    const entries = this.#specs.flatMap((spec) =>
      this.#entriesOf(spec, used).map((entry, index) => [`${periodRankKey(spec)}${index + 1}`, entry]),
    );
    this.#ranks = used;
    return Object.fromEntries(entries);
  }

  /** The time at which a period ends; null during a show, which stays in its period. */
  changeAt(state: GameState): number | null {
    if (state.startedAt > 0) return null;
    const ends = this.#specs.flatMap(({ period, zone }) =>
      typeof period === 'string' ? this.#periods.of(period, zone, state).until : [],
    );
    return ends.length === 0 ? null : Math.min(...ends);
  }

  #entriesOf(
    { subject, period, zone }: PeriodRankSpec,
    used: Map<string, CumulativeRanks>,
  ): OverlayPeriodEntry[] {
    const { past, state } = this.#options;
    const { startedAt } = state();
    const days = typeof period === 'string' ? this.#periods.of(period, zone, state()) : period;
    const isIn = startedAt >= days.from && startedAt < days.until;
    if (subject === 'anchors') return this.#anchors(past.within(days).anchors(), isIn);
    const key = `${days.from} ${days.until} ${isIn}`;
    const ranks =
      used.get(key) ?? this.#ranks.get(key) ?? new CumulativeRanks(past.within(days), isIn ? state : noShow);
    used.set(key, ranks);
    return subject === 'users'
      ? ranks.topViewers().map(({ item: { name, votesTenths, diamonds, count } }) => ({
          name,
          votesTenths,
          diamonds,
          count,
        }))
      : [...this.#options.topGifts(ranks.gifts())];
  }

  /** Anchors by votes, as in the Data Report. One without votes or gifts is listed only if the open show has it. */
  #anchors(past: readonly PastAnchor[], isIn: boolean): OverlayPeriodEntry[] {
    const { state, picture } = this.#options;
    const shows = [
      { showId: 'past', entries: past },
      ...(isIn ? [{ showId: 'open', entries: anchorEntries(state()) }] : []),
    ];
    const present = state().preset?.anchors ?? [];
    return seasonRanking(shows)
      .map((row) => ({ row, anchor: present.find((anchor) => isOf(row.key, anchor)) }))
      .filter(({ row, anchor }) => anchor !== undefined || row.votesTenths > 0 || row.count > 0)
      .slice(0, MAX_RANKS)
      .map(({ row: { key, name, account, votesTenths, diamonds, count }, anchor }) => {
        const earlier = past.findLast((each) => isOf(key, { id: each.id, username: each.account }));
        const face = anchor ?? {
          id: earlier?.id ?? '',
          nickname: name,
          username: account,
          avatar: earlier?.avatar ?? '',
          gift: null,
        };
        return {
          name: anchor?.nickname ?? name,
          avatar: picture(face),
          votesTenths,
          diamonds,
          count,
          ...(anchor !== undefined && { anchorId: anchor.id }),
        };
      });
  }
}

const nothing = createState();
const noShow = (): GameState => nothing;

/** Whether a row of a season's ranking is about an anchor. */
function isOf(key: string, { id, username }: Pick<Anchor, 'id' | 'username'>): boolean {
  return key === `id:${id}` || (username !== '' && key === `account:${username.toLowerCase()}`);
}
