import { useCallback, useRef, useState } from 'react';
import type { LedgerRow } from '#shared/contract/ledger.ts';
import { MOST_ROWS } from './corrections.ts';
import type { LedgerFeed } from './ledgerFeed.ts';

export interface RowFocus {
  /** Index of the row that keys work on, -1 for none. */
  index: number;
  /** Chosen together; empty while it is about the focused row alone. */
  selected: ReadonlyMap<number, LedgerRow>;
  focusRow(index: number, how: { extend: boolean; toggle: boolean }): void;
  /** The rows that an assignment is for. */
  rows(): LedgerRow[];
  clear(): void;
  clearSelection(): void;
}

const nothing: ReadonlyMap<number, LedgerRow> = new Map();

/**
 * Which rows keys and menus work on. It is bound to rows, not to places, so rows that arrive do not change it;
 * when a row leaves the list (it was assigned, and the filter shows what is not) the next one takes its place.
 */
export function useRowFocus(feed: LedgerFeed): RowFocus {
  const [focus, setFocus] = useState<{ feed: LedgerFeed; rowId: number } | null>(null);
  const [selection, setSelection] = useState<{
    feed: LedgerFeed;
    rows: ReadonlyMap<number, LedgerRow>;
  } | null>(null);
  const place = useRef(0);
  const rangeFrom = useRef(0);
  const { window } = feed;

  const selected = selection?.feed === feed ? selection.rows : nothing;
  let index = -1;
  if (focus?.feed === feed && window.count > 0) {
    const held = window.indexOf(focus.rowId);
    index = held >= 0 ? held : Math.min(place.current, window.count - 1);
    place.current = index;
  }

  const focusRow = (to: number, how: { extend: boolean; toggle: boolean }) => {
    const row = window.rowAt(to);
    if (row === undefined) return;
    const start = how.extend ? window.indexOf(rangeFrom.current) : -1;
    if (how.extend && start >= 0) {
      const rows = new Map<number, LedgerRow>();
      for (let at = Math.min(start, to); at <= Math.max(start, to) && rows.size < MOST_ROWS; at += 1) {
        const each = window.rowAt(at);
        if (each !== undefined) rows.set(each.rowId, each);
      }
      setSelection({ feed, rows });
    } else if (how.toggle) {
      const rows = new Map(selected);
      const before = index >= 0 ? window.rowAt(index) : undefined;
      if (rows.size === 0 && before !== undefined) rows.set(before.rowId, before);
      if (!rows.delete(row.rowId) && rows.size < MOST_ROWS) rows.set(row.rowId, row);
      setSelection({ feed, rows });
      rangeFrom.current = row.rowId;
    } else {
      setSelection(null);
      rangeFrom.current = row.rowId;
    }
    place.current = to;
    setFocus({ feed, rowId: row.rowId });
  };

  const rows = (): LedgerRow[] => {
    if (selected.size > 0)
      return [...selected.values()].map((row) => window.rowAt(window.indexOf(row.rowId)) ?? row);
    const row = index < 0 ? undefined : window.rowAt(index);
    return row === undefined ? [] : [row];
  };

  return {
    index,
    selected,
    focusRow,
    rows,
    clear: useCallback(() => {
      setFocus(null);
      setSelection(null);
    }, []),
    clearSelection: useCallback(() => setSelection(null), []),
  };
}
