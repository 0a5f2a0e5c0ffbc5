import type { Input } from '../contract/input.ts';
import type { LedgerRow } from '../contract/ledger.ts';
import type {
  OverlayAlert,
  OverlayDance,
  OverlayEntry,
  OverlayGift,
  OverlayGuide,
  OverlayRound,
  OverlaySection,
  OverlayState,
  OverlayThanks,
} from '../contract/overlay/state.ts';
import type { Dance } from '../contract/round.ts';
import type { GiftTally, Tally } from '../contract/snapshot.ts';
import { latestRound, type Round, shownRound } from '../game/round/view.ts';
import { hasTenths, totals } from '../game/selectors.ts';
import type { GameState, KnownViewer } from '../game/state.ts';
import { anchorIdOf } from '../game/table.ts';
import { countedTally } from '../game/tally.ts';
import { giftById } from '../gifts/catalogue.ts';
import { Alerts } from './alerts.ts';
import { AllTime, type PastSums } from './allTime.ts';
import { Bonuses, type BonusRow, type BonusSpec } from './bonus.ts';
import { type AnchorFacts, buildAnchors, buildFormer, buildScores } from './buildAnchors.ts';
import { buildBattle, buildRound, buildWinner, copyCountdown } from './buildRound.ts';
import { type GoalSpec, Goals } from './goals.ts';
import { type FillsOf, shownEffects } from './packRules.ts';
import type { PeriodRankSpec } from './periodRankSpec.ts';
import { MAX_RANKS, PeriodRanks } from './periodRanks.ts';
import type { PeriodClock } from './periods.ts';
import { type LedgerDelta, RoundTallies, type RoundTalliesOptions } from './roundTallies.ts';
import { TopList } from './topList.ts';

export interface OverlayViewOptions {
  /** The show's committed state. May return another object after a refused command. */
  state: () => GameState;
  rows: Pick<RoundTalliesOptions, 'sums'> & {
    /** Reads the current rows with these ids. */
    find: (rowIds: readonly number[]) => readonly LedgerRow[];
    /** Reads the newest rows with at least this price (diamonds of one gift), oldest first. */
    newest: ReadNewest;
    /** Reads the rows that began at this time (ms) or later, in the order of the ledger. */
    since: (from: number) => readonly BonusRow[];
    /** Reads the newest rows with at least this value (diamonds of the row), oldest first. */
    newestOfValue: ReadNewest;
  };
  past: PastSums;
  clock: PeriodClock;
  anchors: AnchorFacts;
  /** Paths of the gifts' pictures on the hub, by gift id: the same object until one changes. By default, there are none. */
  giftPictures?: () => OverlayState['giftPictures'];
  /** The thank-you card that is shown now, without entries if none is. */
  thanks?: () => OverlayThanks;
  /** The effect packs of the host. By default, there are none. */
  fillsOf?: FillsOf;
}

type Builders = { [S in OverlaySection]: (round: Round | null) => OverlayState[S] };

/**
 * Computes the sections of the shown state of one show. Receives each batch of inputs and caches the lists that are
 * expensive to compute, so that the cost of `build` does not grow with the number of viewers.
 */
export class OverlayView {
  readonly #options: OverlayViewOptions;
  readonly #roundTallies: RoundTallies;
  readonly #recent: RecentGifts;
  readonly #alerts: Alerts;
  readonly #bonuses: Bonuses;
  readonly #goals: Goals;
  readonly #all: AllTime;
  readonly #periods: PeriodRanks;
  readonly #users: TopList<string, KnownViewer>;
  readonly #roundUsers: TopList<string, Tally>;
  /** The state that the caches belong to. */
  #state: GameState;

  constructor(options: OverlayViewOptions) {
    const { state, rows, past } = options;
    this.#options = options;
    this.#state = state();
    this.#roundTallies = new RoundTallies(rows);
    this.#recent = new RecentGifts(rows.newest);
    this.#alerts = new Alerts({ find: rows.find, newest: rows.newestOfValue });
    this.#bonuses = new Bonuses(rows.since);
    this.#goals = new Goals(options.clock);
    this.#all = new AllTime(past, state);
    const { clock, anchors } = options;
    const picture = anchors.picture.bind(anchors);
    this.#periods = new PeriodRanks({ clock, past, state, picture, topGifts });
    const common = {
      limit: MAX_RANKS,
      score: ({ votesTenths }: Tally) => votesTenths,
      compareKeys: (a: string, b: string) => (a < b ? -1 : 1),
    };
    this.#users = new TopList({
      ...common,
      all: () => state().viewers,
      find: (id) => state().viewers.get(id),
    });
    this.#roundUsers = new TopList({
      ...common,
      all: () => this.#roundTallies.viewers,
      find: (id) => this.#roundTallies.viewers.get(id),
    });
    this.#followRound();
  }

  /** Updates the caches. Must be called with each batch after it is folded and committed, before `build`. */
  applyBatch(inputs: readonly Input[], delta: LedgerDelta): void {
    for (const id of this.#roundTallies.apply(inputs, delta)) this.#roundUsers.markChanged(id);
    this.#recent.apply(delta);
    this.#alerts.apply(delta);
    this.#bonuses.apply(delta);
    this.#followRound();
    for (const input of inputs) {
      for (const id of viewersOf(input)) {
        this.#users.markChanged(id);
        this.#all.markChanged(id);
        this.#periods.markChanged(id);
      }
    }
  }

  /** Sets the minimum prices (diamonds of one gift) of the widgets that show recent gifts. */
  setRecentPrices(prices: ReadonlySet<number>): void {
    this.#recent.setPrices(prices);
  }

  /** Sets the minimum values (diamonds of a combo) of the widgets that alert for gifts. */
  setAlertValues(values: ReadonlySet<number>): void {
    this.#alerts.setValues(values);
  }

  /** Sets the rules and runs of the time bonuses. */
  setBonuses(bonuses: readonly BonusSpec[]): void {
    this.#bonuses.setSpecs(bonuses);
  }

  /** Sets what the goals of the widgets sum up. */
  setGoals(goals: readonly GoalSpec[]): void {
    this.#goals.setSpecs(goals);
  }

  /** Sets the rankings of periods that the widgets show. */
  setPeriodRanks(rankings: readonly PeriodRankSpec[]): void {
    this.#periods.setSpecs(rankings);
  }

  /**
   * Builds sections. `more` is true while some numbers are incomplete: build again soon. `changeAt` is the time (ms
   * since 1970) at which numbers change without an input; null if there is none.
   */
  build(wanted: Iterable<OverlaySection>): {
    state: Partial<OverlayState>;
    more: boolean;
    changeAt: number | null;
  } {
    const state = this.#options.state();
    if (state !== this.#state) this.#replaceState(state);
    const round = shownRound(state);
    const built: Partial<OverlayState> = {};
    let more = false;
    for (const section of wanted) {
      if (section === 'totals') more = this.#all.lookUpViewers();
      setSection(built, section, this.#builders[section](round));
    }
    const changes = [this.#goals.changeAt(state), this.#periods.changeAt(state)].filter((at) => at !== null);
    return { state: built, more, changeAt: changes.length === 0 ? null : Math.min(...changes) };
  }

  readonly #builders: Builders = {
    show: () => {
      const { status, preset, startedAt, endedAt } = this.#state;
      const tenths = hasTenths(this.#state);
      return { it: { status, mode: preset?.mode ?? 'normal', startedAt, endedAt, tenths } };
    },
    anchors: () => buildAnchors(this.#state, this.#options.anchors),
    former: (round) => buildFormer(this.#state, round, this.#options.anchors),
    scores: (round) => buildScores(this.#state, round, this.#all),
    round: (round) => buildRound(round, () => this.#topViewer(round)),
    battle: (round) => buildBattle(round, this.#state.preset, this.#options.fillsOf),
    totals: (round) => {
      const { counted, givers, unallocated } = totals(this.#state);
      return {
        round: this.#roundTotals(round),
        show: { ...counted, givers, unallocatedTenths: unallocated.votesTenths },
        all: this.#all.totals(counted),
      };
    },
    // Before the first round, the round's lists show the show so far.
    usersRound: (round) =>
      round === null
        ? this.#builders.usersShow(round)
        : keyByRank(
            this.#hasTallies(round)
              ? this.#roundUsers.entries().map(({ key, item }) => this.#named(key, item))
              : [],
          ),
    usersShow: () => keyByRank(this.#users.entries().map(({ item }) => item)),
    usersAll: () => keyByRank(this.#all.topViewers().map(({ item }) => item)),
    giftsRound: (round) =>
      round === null
        ? this.#builders.giftsShow(round)
        : keyByRank(this.#hasTallies(round) ? topGifts(this.#roundGifts()) : []),
    giftsShow: () => keyByRank(topGifts(this.#state.gifts.values())),
    giftsAll: () => keyByRank(topGifts(this.#all.gifts())),
    recent: () => this.#recentGifts(),
    dances: () => buildDances(this.#state, this.#options.fillsOf),
    guide: () => buildGuide(this.#state),
    winner: () => buildWinner(this.#state),
    thanks: () => this.#options.thanks?.() ?? {},
    alerts: () => this.#alertRows(),
    giftPictures: () => this.#giftPictures(),
    bonus: (round) => this.#bonuses.build(round),
    periods: () => this.#periods.build(),
    goals: (round) =>
      this.#goals.build({
        state: this.#state,
        past: this.#options.past,
        round,
        roundGifts: this.#hasTallies(round) ? this.#roundTallies.gifts : null,
      }),
  };

  /** Drops the caches. After a refused command, the state is a new object that was restored from disk. */
  #replaceState(state: GameState): void {
    this.#state = state;
    this.#users.invalidate();
    this.#all.invalidate();
    this.#periods.invalidate();
    this.#followRound();
  }

  #followRound(): void {
    const id = latestRound(this.#options.state())?.id ?? 0;
    if (this.#roundTallies.setRound(id)) this.#roundUsers.invalidate();
  }

  /** Whether the tallies are this round's. While a round is only prepared, they are the previous round's. */
  #hasTallies(round: Round | null): boolean {
    return round !== null && round.phase !== 'prepared';
  }

  #named(id: string, sum: Tally): Tally & { name: string } {
    return { ...sum, name: this.#state.viewers.get(id)?.name ?? '' };
  }

  /** The viewer with the most votes of a round. */
  #topViewer(round: Round | null): OverlayRound['topViewer'] {
    const [first] = this.#hasTallies(round) ? this.#roundUsers.entries() : [];
    if (first === undefined) return undefined;
    const { name, votesTenths } = this.#named(first.key, first.item);
    return { name, votesTenths };
  }

  #roundGifts(): GiftTally[] {
    return Array.from(this.#roundTallies.gifts, ([id, sum]) => {
      const { name = '', unitDiamonds = 0 } = this.#state.gifts.get(id) ?? {};
      return { id, name, unitDiamonds, ...sum };
    });
  }

  #roundTotals(round: Round | null): Tally & { givers: number } {
    const givers = this.#hasTallies(round) ? this.#roundTallies.givers : 0;
    return { ...countedTally(round?.targets ?? []), givers };
  }

  #giftPictures(): OverlayState['giftPictures'] {
    return this.#options.giftPictures?.() ?? noPictures;
  }

  #alertRows(): OverlayState['alerts'] {
    const pictures = this.#giftPictures();
    return Object.fromEntries(
      this.#alerts.rows().map((row): [string, OverlayAlert] => {
        const { rowId, at, lastAt, viewerId, viewerName, giftId, giftName, unitDiamonds, count, target } =
          row;
        return [
          String(rowId),
          {
            at,
            lastAt,
            viewer: this.#state.viewers.get(viewerId)?.name ?? viewerName,
            giftId,
            giftName,
            unitDiamonds,
            count,
            anchorId: anchorIdOf(target),
            picture: pictures[giftId] ?? '',
          },
        ];
      }),
    );
  }

  #recentGifts(): OverlayState['recent'] {
    return Object.fromEntries(
      this.#recent
        .rows()
        .map(({ rowId, viewerId, viewerName, ...row }): [string, OverlayGift] => [
          String(rowId),
          { ...row, viewer: this.#state.viewers.get(viewerId)?.name ?? viewerName },
        ]),
    );
  }
}

const noPictures: OverlayState['giftPictures'] = {};

function setSection<S extends OverlaySection>(
  built: Partial<OverlayState>,
  section: S,
  value: OverlayState[S],
): void {
  built[section] = value;
}

/** Ids of the viewers whose sums an input may have changed. */
function viewersOf(input: Input): Iterable<string> {
  if (input.kind === 'gift') return [input.user.id];
  if (input.kind !== 'command') return [];
  if (input.command === 'addGift') return [input.user.id];
  return input.command === 'correct' ? input.rows.map(({ viewerId }) => viewerId) : [];
}

/** Maximum number of waiting dances in the `dances` section. */
const MAX_WAITING_DANCES = 12;

/** Keys a sorted list by rank, from '1'. */
function keyByRank(
  items: readonly (Tally & { name: string; giftId?: number })[],
): Record<string, OverlayEntry> {
  return Object.fromEntries(
    items.map(({ name, giftId, votesTenths, diamonds, count }, index): [string, OverlayEntry] => [
      String(index + 1),
      { name, giftId, votesTenths, diamonds, count },
    ]),
  );
}

/**
 * The gift types with the most votes, in descending order; equal ones by diamonds, then by id. Sorts them all: there
 * are a few hundred at most.
 */
function topGifts(gifts: Iterable<GiftTally>): (Tally & { name: string; giftId: number })[] {
  return [...gifts]
    .filter(({ votesTenths }) => votesTenths > 0)
    .sort((a, b) => b.votesTenths - a.votesTenths || b.diamonds - a.diamonds || a.id - b.id)
    .slice(0, MAX_RANKS)
    .map(({ id, name, votesTenths, diamonds, count }) => ({
      giftId: id,
      name,
      votesTenths,
      diamonds,
      count,
    }));
}

/** The running dance, which has a countdown, then the waiting ones in their order. */
export function buildDances(state: GameState, fillsOf: FillsOf = () => null): OverlayState['dances'] {
  const entries: [string, OverlayDance][] = [];
  const gameplay = new Map(state.preset?.gameplay.map((entry) => [entry.id, entry]));
  const { style } = shownEffects(state.preset, fillsOf);
  const add = (dance: Dance, countdown: OverlayDance['countdown']) => {
    const { id, entryId, viewerId, times } = dance;
    const { name = '', effects = '' } = gameplay.get(entryId) ?? {};
    const viewer = state.viewers.get(viewerId)?.name ?? '';
    entries.push([
      String(id),
      { entryId, name, effects, style, viewer, times, countdown, order: entries.length },
    ]);
  };
  if (state.playing !== null) add(state.playing.dance, copyCountdown(state.playing.countdown));
  const most = entries.length + MAX_WAITING_DANCES;
  for (const dance of state.dances.values()) {
    if (entries.length >= most) break;
    add(dance, null);
  }
  return Object.fromEntries(entries);
}

/** The gifts of the anchors, then those of the gameplay entries, each in the preset's order. */
function buildGuide(state: GameState): OverlayState['guide'] {
  const entries: [string, OverlayGuide][] = [];
  const add = (key: string, giftIds: readonly number[], anchorId: string | null, entry: string) => {
    const [first] = giftIds;
    if (first === undefined) return;
    const received = giftIds.map((id) => state.gifts.get(id)).find((gift) => gift !== undefined);
    const guide = {
      giftIds: [...giftIds],
      // `localise` fills in the names that the catalogue has.
      giftName: giftById(first) === undefined ? (received?.name ?? '') : '',
      unitDiamonds: received?.unitDiamonds ?? giftById(first)?.diamonds ?? 0,
      anchorId,
      entry,
      order: entries.length,
    };
    entries.push([key, guide]);
  };
  for (const { id, gift } of state.preset?.anchors ?? []) add(`anchor:${id}`, gift?.ids ?? [], id, '');
  for (const { id, gift, name } of state.preset?.gameplay ?? [])
    add(`entry:${id}`, gift?.ids ?? [], null, name);
  return Object.fromEntries(entries);
}

/** Number of rows stored per price: the most that a widget shows. */
const ROWS_PER_PRICE = 12;

/** The public fields of a ledger row. A streak keeps its `rowId` while it grows. */
interface RecentGift {
  rowId: number;
  at: number;
  viewerId: string;
  viewerName: string;
  giftId: number;
  giftName: string;
  unitDiamonds: number;
  count: number;
  anchorId: string | null;
}

type ReadNewest = (fromDiamonds: number, limit: number) => readonly LedgerRow[];

/**
 * Stores the newest gifts for each minimum price that a widget has set. One list for all would lose a large gift to a
 * flood of small ones.
 */
export class RecentGifts {
  readonly #readNewest: ReadNewest;
  /** By minimum price and row id, oldest first. */
  readonly #byPrice = new Map<number, Map<number, RecentGift>>();

  constructor(readNewest: ReadNewest) {
    this.#readNewest = readNewest;
  }

  /** Sets the minimum prices (diamonds of one gift) to store rows for. Reads the rows of new prices. */
  setPrices(prices: ReadonlySet<number>): void {
    for (const price of this.#byPrice.keys()) if (!prices.has(price)) this.#byPrice.delete(price);
    for (const price of prices) {
      if (this.#byPrice.has(price)) continue;
      const rows = this.#readNewest(price, ROWS_PER_PRICE).map((row): [number, RecentGift] => [
        row.rowId,
        publicRow(row),
      ]);
      this.#byPrice.set(price, new Map(rows));
    }
  }

  /** Applies a batch's changes of the ledger. */
  apply({ rows, growths, moves }: LedgerDelta): void {
    for (const [price, stored] of this.#byPrice) {
      for (const [rowId, growth] of growths) {
        const row = stored.get(rowId);
        if (row !== undefined) stored.set(rowId, { ...row, count: row.count + growth.count });
      }
      for (const [rowId, { target }] of moves) {
        const row = stored.get(rowId);
        if (row !== undefined) stored.set(rowId, { ...row, anchorId: anchorIdOf(target) });
      }
      for (const row of rows.values()) if (row.unitDiamonds >= price) stored.set(row.rowId, publicRow(row));
      for (const oldest of stored.keys()) {
        if (stored.size <= ROWS_PER_PRICE) break;
        stored.delete(oldest);
      }
    }
  }

  /** The rows of all prices without duplicates, oldest first. */
  rows(): RecentGift[] {
    const rows = new Map<number, RecentGift>();
    for (const stored of this.#byPrice.values()) for (const [rowId, row] of stored) rows.set(rowId, row);
    return [...rows.values()].sort((a, b) => a.rowId - b.rowId);
  }
}

function publicRow(row: LedgerRow): RecentGift {
  const { rowId, at, viewerId, viewerName, giftId, giftName, unitDiamonds, count } = row;
  return {
    rowId,
    at,
    viewerId,
    viewerName,
    giftId,
    giftName,
    unitDiamonds,
    count,
    anchorId: anchorIdOf(row.target),
  };
}
