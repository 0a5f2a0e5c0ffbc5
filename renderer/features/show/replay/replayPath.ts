import { createContext } from 'react';

/** How long before a gift or a decision its replay begins (ms). */
export const REPLAY_LEAD = 3000;

export interface ReplayMoment {
  /** ms */
  at: number;
  /** The ledger row to highlight; null for none. */
  rowId: number | null;
}

/** The path of a show's replay, which begins shortly before the given moment. */
export function replayPath(showId: string, moment?: ReplayMoment): string {
  const path = `/tool/report/replay/${showId}`;
  if (moment === undefined) return path;
  return `${path}?at=${moment.at}${moment.rowId === null ? '' : `&row=${moment.rowId}`}`;
}

/** Reads the moment of a replay's query; null if there is none. */
export function momentOf(query: URLSearchParams): ReplayMoment | null {
  const numberOf = (name: string) => {
    const text = query.get(name);
    return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
  };
  const at = numberOf('at');
  return at === null ? null : { at, rowId: numberOf('row') };
}

/** The ledger row that a replay highlights; null for none. */
export const MarkedRow = createContext<number | null>(null);
