import type { Input } from '../contract/input.ts';
import type { OverlayGift, OverlaySection, OverlayState } from '../contract/overlay/state.ts';
import type { GiftTally, Tally } from '../contract/snapshot.ts';
import { latestRound, type Round, shownRound } from '../game/round/view.ts';
import { totals } from '../game/selectors.ts';
import type { GameState, KnownViewer } from '../game/state.ts';
import { hasTenths } from '../game/votes.ts';
import { AllTime, type PastSums } from './allTime.ts';
import { type AnchorFacts, buildAnchors, buildFormer, buildScores } from './buildAnchors.ts';
import { buildDances, buildGuide, MOST_RANKS, ranked, topGifts } from './buildLists.ts';
import { buildBattle, buildRound, buildWinner } from './buildRound.ts';
import { RecentRows } from './recentRows.ts';
import { RoundBook, type RoundBookOptions, type RowNews } from './roundBook.ts';
import { Top } from './top.ts';

export interface OverlayViewOptions {
  /** The state of the show as it is on disk; it may be another object at any time. */
  state: () => GameState;
  rows: RoundBookOptions & { newest: ConstructorParameters<typeof RecentRows>[0] };
  past: PastSums;
  anchors: AnchorFacts;
}

type Builders = { [S in OverlaySection]: (round: Round | null) => OverlayState[S] };

/**
 * A show as overlays see it. It is told of every batch and keeps the lists that would be dear to make, so that
 * building costs the same whether ten viewers gave or a hundred thousand.
 */
export class OverlayView {
  readonly #options: OverlayViewOptions;
  readonly #book: RoundBook;
  readonly #recent: RecentRows;
  readonly #all: AllTime;
  readonly #users: Top<string, KnownViewer>;
  readonly #roundUsers: Top<string, Tally>;
  #of: GameState;

  constructor(options: OverlayViewOptions) {
    const { state, rows, past } = options;
    this.#options = options;
    this.#of = state();
    this.#book = new RoundBook(rows);
    this.#recent = new RecentRows(rows.newest);
    this.#all = new AllTime(past, state);
    const common = {
      limit: MOST_RANKS,
      worth: ({ votesTenths }: Tally) => votesTenths,
      tie: (a: string, b: string) => (a < b ? -1 : 1),
    };
    this.#users = new Top({
      ...common,
      all: () => state().viewers,
      find: (id) => state().viewers.get(id),
    });
    this.#roundUsers = new Top({
      ...common,
      all: () => this.#book.viewers,
      find: (id) => this.#book.viewers.get(id),
    });
    this.#followRound();
  }

  /** To be called with every batch once it is folded and on disk, before anything is built. */
  take(inputs: readonly Input[], news: RowNews): void {
    for (const id of this.#book.take(inputs, news)) this.#roundUsers.touch(id);
    this.#recent.take(news);
    this.#followRound();
    for (const input of inputs) for (const id of concerned(input)) this.#touch(id);
  }

  /** From which prices on recent gifts are wanted. */
  wantRecent(prices: ReadonlySet<number>): void {
    this.#recent.want(prices);
  }

  /** The sections that are wanted. `more` says that something is not known yet: ask again soon. */
  build(wanted: Iterable<OverlaySection>): { state: Partial<OverlayState>; more: boolean } {
    const state = this.#options.state();
    if (state !== this.#of) this.#begin(state);
    const round = shownRound(state);
    const built: Partial<OverlayState> = {};
    let more = false;
    for (const section of wanted) {
      if (section === 'totals') more = this.#all.meet();
      put(built, section, this.#builders[section](round));
    }
    return { state: built, more };
  }

  readonly #builders: Builders = {
    show: () => {
      const { status, preset, startedAt, endedAt } = this.#of;
      const tenths = hasTenths(this.#of);
      return { it: { status, mode: preset?.mode ?? 'normal', startedAt, endedAt, tenths } };
    },
    anchors: () => buildAnchors(this.#of, this.#options.anchors),
    former: (round) => buildFormer(this.#of, round, this.#options.anchors),
    scores: (round) => buildScores(this.#of, round, this.#all),
    round: buildRound,
    battle: (round) => buildBattle(round, this.#of.preset),
    totals: (round) => {
      const { counted, givers, unallocated } = totals(this.#of);
      return {
        round: this.#roundTotals(round),
        show: { ...counted, givers, unallocatedTenths: unallocated.votesTenths },
        all: this.#all.totals(counted),
      };
    },
    // Before its first round, what the show has so far is shown for it.
    usersRound: (round) =>
      round === null
        ? this.#builders.usersShow(round)
        : ranked(
            this.#isBooked(round)
              ? this.#roundUsers.read().map(({ key, item }) => this.#named(key, item))
              : [],
          ),
    usersShow: () => ranked(this.#users.read().map(({ item }) => item)),
    usersAll: () => ranked(this.#all.topViewers().map(({ item }) => item)),
    giftsRound: (round) =>
      round === null
        ? this.#builders.giftsShow(round)
        : ranked(this.#isBooked(round) ? topGifts(this.#roundGifts()) : []),
    giftsShow: () => ranked(topGifts(this.#of.gifts.values())),
    giftsAll: () => ranked(topGifts(this.#all.gifts())),
    recent: () => this.#recentGifts(),
    dances: () => buildDances(this.#of),
    guide: () => buildGuide(this.#of),
    winner: () => buildWinner(this.#of),
  };

  /** After a refused command the state is another object that says what was on disk. */
  #begin(state: GameState): void {
    this.#of = state;
    this.#users.forget();
    this.#all.forget();
    this.#followRound();
  }

  #followRound(): void {
    if (this.#book.follow(latestRound(this.#options.state())?.id ?? 0)) this.#roundUsers.forget();
  }

  #touch(viewerId: string): void {
    this.#users.touch(viewerId);
    this.#all.touch(viewerId);
  }

  /** A round that is only prepared has nothing, and the book is still that of the one before. */
  #isBooked(round: Round | null): boolean {
    return round !== null && round.phase !== 'prepared';
  }

  #named(id: string, sum: Tally): Tally & { name: string } {
    return { ...sum, name: this.#of.viewers.get(id)?.name ?? '' };
  }

  #roundGifts(): GiftTally[] {
    return Array.from(this.#book.gifts, ([id, sum]) => {
      const { name = '', unitDiamonds = 0 } = this.#of.gifts.get(id) ?? {};
      return { id, name, unitDiamonds, ...sum };
    });
  }

  #roundTotals(round: Round | null): Tally & { givers: number } {
    const sum = { count: 0, diamonds: 0, votesTenths: 0, givers: 0 };
    for (const [target, tally] of round?.targets ?? []) {
      if (target === 'uncounted') continue;
      sum.count += tally.count;
      sum.diamonds += tally.diamonds;
      sum.votesTenths += tally.votesTenths;
    }
    if (this.#isBooked(round)) sum.givers = this.#book.givers;
    return sum;
  }

  #recentGifts(): OverlayState['recent'] {
    return Object.fromEntries(
      this.#recent
        .read()
        .map(({ rowId, viewerId, viewerName, ...row }): [string, OverlayGift] => [
          String(rowId),
          { ...row, viewer: this.#of.viewers.get(viewerId)?.name ?? viewerName },
        ]),
    );
  }
}

function put<S extends OverlaySection>(
  built: Partial<OverlayState>,
  section: S,
  value: OverlayState[S],
): void {
  built[section] = value;
}

/** The viewers whose sums an input may have changed. */
function concerned(input: Input): Iterable<string> {
  if (input.kind === 'gift') return [input.user.id];
  if (input.kind !== 'command') return [];
  if (input.command === 'addGift') return [input.user.id];
  return input.command === 'correct' ? input.rows.map(({ viewerId }) => viewerId) : [];
}
