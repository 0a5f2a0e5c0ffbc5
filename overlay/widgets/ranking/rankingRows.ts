import type {
  OverlayEntry,
  OverlayPeriodEntry,
  OverlayScore,
  OverlayState,
} from '#shared/contract/overlay/state.ts';
import type { RankingPage } from '#shared/contract/overlay/widget.ts';
import { type PeriodRankSpec, periodRankKey, periodRankOf } from '#shared/overlay/periodRankSpec.ts';
import { giftPicture } from '../../anchors.ts';
import { keysByName } from '../../ui/lists.ts';

/** A row of a ranking. Numbers that do not exist for the span are null and not shown. */
export interface RankedRow {
  key: string;
  /** Null without votes, and for unallocated votes. Anchors with equal votes share a rank. */
  rank: number | null;
  kind: 'anchor' | 'user' | 'gift' | 'unallocated';
  name: string;
  /** Path of the picture on the hub; '' if there is none. */
  avatar: string;
  votesTenths: number;
  diamonds: number | null;
  count: number | null;
  /** Wins in a row. */
  streak: number;
  side: OverlayScore['side'];
  out: boolean;
  reviving: boolean;
  /** Share of the first row's votes, or of the sum of all rows in a ranking of votes; 0 to 1. */
  share: number;
}

type State = Partial<OverlayState>;
type Sums = Pick<RankedRow, 'votesTenths' | 'diamonds' | 'count'>;

/**
 * The span that a page shows. Before the first round, a page of the round shows the show so far: zeros during incoming
 * gifts would look like a fault. The hub does the same for the lists of viewers and gifts.
 */
export function shownSpan(state: State, { span }: Pick<RankingPage, 'span'>): RankingPage['span'] {
  return span === 'round' && state.round !== undefined && state.round.now === undefined ? 'show' : span;
}

/** The rows of a page in order, at most `page.top`. `zone` is that of the widget. */
export function rankingRows(state: State, page: RankingPage, zone = ''): RankedRow[] {
  const period = periodRankOf(page, zone);
  if (period !== null) return periodRows(state, period, page).slice(0, page.top);
  const span = shownSpan(state, page);
  switch (page.subject) {
    case 'anchors':
      return withShareOfFirst(anchorRows(state, span)).slice(0, page.top);
    case 'votes':
      return withShareOfSum(withUnallocated(anchorRows(state, span), state, span)).slice(0, page.top);
    case 'users':
      return entryRows(state, usersOf(state, page.span), 'user').slice(0, page.top);
    case 'gifts':
      return entryRows(state, giftsOf(state, page.span), 'gift').slice(0, page.top);
  }
}

/**
 * Anchors by votes, equal ones in the preset's order. Former anchors come after those with equal votes, by id; they are
 * listed only if they have gifts or votes in the span: a share of a battle brings votes without a gift.
 */
function anchorRows(state: State, span: RankingPage['span']): RankedRow[] {
  const present = Object.entries(state.anchors ?? {}).sort(([, a], [, b]) => a.order - b.order);
  const former = Object.entries(state.former ?? {})
    .filter(([id]) => {
      const { votesTenths, count } = sumsOf(state.scores?.[id], span);
      return votesTenths > 0 || (count ?? 0) > 0;
    })
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const rows = [...present, ...former]
    .map(([id, anchor]): RankedRow => {
      const score = state.scores?.[id];
      return {
        key: id,
        rank: null,
        kind: 'anchor',
        name: anchor.nickname,
        avatar: anchor.avatar,
        ...sumsOf(score, span),
        streak: score?.streak ?? 0,
        side: score?.side ?? null,
        out: score?.out ?? false,
        reviving: score?.reviving ?? false,
        share: 0,
      };
    })
    .sort((a, b) => b.votesTenths - a.votesTenths);
  return rows.map((row) => ({ ...row, rank: rankIn(rows, row) }));
}

/** The rows of a period, as the hub sends them. Without a ranking of the hub there are none. */
function periodRows(state: State, spec: PeriodRankSpec, { subject }: RankingPage): RankedRow[] {
  const key = periodRankKey(spec);
  const entries = Object.entries(state.periods ?? {})
    .filter(([name]) => name.startsWith(key))
    .map(([name, entry]): [string, OverlayPeriodEntry] => [name.slice(key.length), entry]);
  if (subject === 'users' || subject === 'gifts') {
    return entryRows(state, Object.fromEntries(entries), subject === 'users' ? 'user' : 'gift');
  }
  const sorted = entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, entry]) => entry);
  const keys = keysByName(sorted, ({ anchorId, name }) => anchorId ?? ` ${name}`);
  const rows = sorted.map(
    ({ name, avatar = '', anchorId, votesTenths, diamonds, count }, index): RankedRow => {
      const score = anchorId === undefined ? undefined : state.scores?.[anchorId];
      return {
        key: keys[index] ?? String(index),
        rank: null,
        kind: 'anchor',
        name,
        avatar,
        votesTenths,
        diamonds,
        count,
        streak: score?.streak ?? 0,
        side: score?.side ?? null,
        out: score?.out ?? false,
        reviving: score?.reviving ?? false,
        share: 0,
      };
    },
  );
  const ranked = rows.map((row) => ({ ...row, rank: rankIn(rows, row) }));
  return subject === 'votes' ? withShareOfSum(ranked) : withShareOfFirst(ranked);
}

function rankIn(rows: readonly RankedRow[], row: RankedRow): number | null {
  return row.votesTenths > 0 ? 1 + rows.filter((other) => other.votesTenths > row.votesTenths).length : null;
}

function sumsOf(score: OverlayScore | undefined, span: RankingPage['span']): Sums {
  switch (span) {
    case 'round':
      return {
        votesTenths: score?.roundTenths ?? 0,
        diamonds: score?.roundDiamonds ?? 0,
        count: score?.roundCount ?? 0,
      };
    case 'show':
      return {
        votesTenths: score?.showTenths ?? 0,
        diamonds: score?.showDiamonds ?? 0,
        count: score?.showCount ?? 0,
      };
    default:
      return { votesTenths: score?.allTenths ?? 0, diamonds: null, count: null };
  }
}

/** For the whole show, appends a row with the unallocated votes. */
function withUnallocated(rows: RankedRow[], state: State, span: RankingPage['span']): RankedRow[] {
  const unallocated = span === 'show' ? (state.totals?.show.unallocatedTenths ?? 0) : 0;
  if (unallocated === 0) return rows;
  const row: RankedRow = {
    key: 'unallocated',
    rank: null,
    kind: 'unallocated',
    name: '',
    avatar: '',
    votesTenths: unallocated,
    diamonds: null,
    count: null,
    streak: 0,
    side: null,
    out: false,
    reviving: false,
    share: 0,
  };
  return [...rows, row];
}

function entryRows(
  state: State,
  entries: Readonly<Record<string, OverlayEntry>>,
  kind: 'user' | 'gift',
): RankedRow[] {
  const sorted = Object.entries(entries)
    .map(([rank, entry]) => ({ ...entry, rank: Number(rank) }))
    .sort((a, b) => a.rank - b.rank);
  const keys = keysByName(sorted, (entry) => `${entry.giftId ?? ''} ${entry.name}`);
  return withShareOfFirst(
    sorted.map(({ rank, name, giftId, votesTenths, diamonds, count }, index) => ({
      key: keys[index] ?? String(rank),
      rank,
      kind,
      name,
      avatar: giftId === undefined ? '' : giftPicture(state, [giftId]),
      votesTenths,
      diamonds,
      count,
      streak: 0,
      side: null,
      out: false,
      reviving: false,
      share: 0,
    })),
  );
}

function withShareOfFirst(rows: RankedRow[]): RankedRow[] {
  const most = Math.max(1, ...rows.map((row) => row.votesTenths));
  return rows.map((row) => ({ ...row, share: row.votesTenths / most }));
}

function withShareOfSum(rows: RankedRow[]): RankedRow[] {
  const sum = Math.max(
    1,
    rows.reduce((all, row) => all + row.votesTenths, 0),
  );
  return rows.map((row) => ({ ...row, share: row.votesTenths / sum }));
}

type Lists = Partial<Record<RankingPage['span'], Readonly<Record<string, OverlayEntry>> | undefined>>;

function usersOf(state: State, span: RankingPage['span']) {
  const lists: Lists = { round: state.usersRound, show: state.usersShow, all: state.usersAll };
  return lists[span] ?? {};
}

function giftsOf(state: State, span: RankingPage['span']) {
  const lists: Lists = { round: state.giftsRound, show: state.giftsShow, all: state.giftsAll };
  return lists[span] ?? {};
}
