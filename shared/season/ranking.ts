import type { SeasonRow } from '../contract/season.ts';

/* Rankings of anchors and viewers over several shows. Votes are in tenths. */

/** What one show adds for an anchor or a viewer. */
export interface SeasonEntry {
  id: string;
  name: string;
  /** The account on the platform; '' if unknown. Entries with the same account are the same anchor. */
  account: string;
  count: number;
  diamonds: number;
  votesTenths: number;
  /** Rounds with a settlement, and those that were won. */
  rounds: number;
  wins: number;
}

export interface SeasonShow {
  showId: string;
  entries: readonly SeasonEntry[];
}

/** Adds up the shows of a period and ranks the result. `before` are the shows of the period before. */
export function seasonRanking(shows: readonly SeasonShow[], before: readonly SeasonShow[] = []): SeasonRow[] {
  const keyOf = keys([...before, ...shows]);
  const earlier = new Map(rank(addUp(before, keyOf)).map((row) => [row.key, row.rank]));
  return rank(addUp(shows, keyOf)).map((row) => ({ ...row, rankBefore: earlier.get(row.key) ?? null }));
}

/**
 * Returns what identifies an entry: its account if any show knows it, else its id. An anchor may get an account later,
 * and another preset may have the same account under another id.
 */
function keys(shows: readonly SeasonShow[]): (entry: SeasonEntry) => string {
  const accounts = new Map<string, string>();
  for (const { entries } of shows) {
    for (const { id, account } of entries) if (account !== '') accounts.set(id, account.toLowerCase());
  }
  return ({ id, account }) => {
    const known = account === '' ? accounts.get(id) : account.toLowerCase();
    return known === undefined ? `id:${id}` : `account:${known}`;
  };
}

function addUp(shows: readonly SeasonShow[], keyOf: (entry: SeasonEntry) => string): SeasonRow[] {
  const rows = new Map<string, SeasonRow>();
  for (const { showId, entries } of shows) {
    for (const entry of entries) {
      const { id: _, ...own } = entry;
      const key = keyOf(entry);
      const row = rows.get(key) ?? { ...own, ...nothing, key, rank: 1, rankBefore: null, shows: [] };
      rows.set(key, row);
      row.name = own.name === '' ? row.name : own.name;
      row.account = own.account === '' ? row.account : own.account;
      row.count += own.count;
      row.diamonds += own.diamonds;
      row.votesTenths += own.votesTenths;
      row.rounds += own.rounds;
      row.wins += own.wins;
      addPart(row, showId, entry);
    }
  }
  return [...rows.values()];
}

/** One show may have the same anchor under two ids, when its preset was changed. */
function addPart(row: SeasonRow, showId: string, { id, votesTenths, diamonds, count }: SeasonEntry) {
  const last = row.shows.at(-1);
  if (last?.showId !== showId) {
    row.shows.push({ showId, ids: [id], votesTenths, diamonds, count });
    return;
  }
  last.ids.push(id);
  last.votesTenths += votesTenths;
  last.diamonds += diamonds;
  last.count += count;
}

const nothing = { count: 0, diamonds: 0, votesTenths: 0, rounds: 0, wins: 0 };

function rank(rows: SeasonRow[]): SeasonRow[] {
  const sorted = rows.sort(
    (a, b) => b.votesTenths - a.votesTenths || b.diamonds - a.diamonds || (a.key < b.key ? -1 : 1),
  );
  let place = 0;
  let votes = -1;
  sorted.forEach((row, index) => {
    if (row.votesTenths !== votes) place = index + 1;
    votes = row.votesTenths;
    row.rank = place;
  });
  return sorted;
}
