import { useCallback, useRef, useState } from 'react';
import type { LedgerRow } from '#shared/contract/ledger.ts';
import { MAX_ROWS } from './corrections.ts';
import type { LedgerFeed } from './ledgerFeed.ts';

export interface RowFocus {
  /** Index of the row that keys act on; -1 if there is none. */
  index: number;
  /** Selected rows by id; empty if only the focused row is meant. */
  selected: ReadonlyMap<number, LedgerRow>;
  focusRow(index: number, how: { extend: boolean; toggle: boolean }): void;
  /** The rows that an assignment changes: the selected rows, or else the focused row. */
  rows(): LedgerRow[];
  clear(): void;
  clearSelection(): void;
}

const noRows: ReadonlyMap<number, LedgerRow> = new Map();

/**
 * Focus and selection of the ledger. They refer to row ids, so new rows do not change them. If the focused row leaves
 * the list (for example, it was assigned while the filter shows unallocated rows), the row at its index gets the focus.
 */
export function useRowFocus(feed: LedgerFeed): RowFocus {
  const [focus, setFocus] = useState<{ feed: LedgerFeed; rowId: number } | null>(null);
  const [selection, setSelection] = useState<{
    feed: LedgerFeed;
    rows: ReadonlyMap<number, LedgerRow>;
  } | null>(null);
  const lastIndex = useRef(0);
  const rangeFrom = useRef(0);
  const { window } = feed;

  const selected = selection?.feed === feed ? selection.rows : noRows;
  let index = -1;
  if (focus?.feed === feed && window.count > 0) {
    const found = window.indexOf(focus.rowId);
    index = found >= 0 ? found : Math.min(lastIndex.current, window.count - 1);
    lastIndex.current = index;
  }

  const focusRow = (to: number, how: { extend: boolean; toggle: boolean }) => {
    const row = window.rowAt(to);
    if (row === undefined) return;
    const start = how.extend ? window.indexOf(rangeFrom.current) : -1;
    if (how.extend && start >= 0) {
      const rows = new Map<number, LedgerRow>();
      for (let at = Math.min(start, to); at <= Math.max(start, to) && rows.size < MAX_ROWS; at += 1) {
        const each = window.rowAt(at);
        if (each !== undefined) rows.set(each.rowId, each);
      }
      setSelection({ feed, rows });
    } else if (how.toggle) {
      const rows = new Map(selected);
      const before = index >= 0 ? window.rowAt(index) : undefined;
      if (rows.size === 0 && before !== undefined) rows.set(before.rowId, before);
      if (!rows.delete(row.rowId) && rows.size < MAX_ROWS) rows.set(row.rowId, row);
      setSelection({ feed, rows });
      rangeFrom.current = row.rowId;
    } else {
      setSelection(null);
      rangeFrom.current = row.rowId;
    }
    lastIndex.current = to;
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
