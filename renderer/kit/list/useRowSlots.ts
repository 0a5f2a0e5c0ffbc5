import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useRef } from 'react';

/** Number of rows above and below the visible ones that are in the page, so that scrolling shows no hole. */
const OVERSCAN = 4;
/** A list of more than LONG rows grows in steps of GROWTH rows while it is scrolled to the top. */
const LONG = 200;
const GROWTH = 50;
/** After this number of new rows on top, the origin of the layer is reset and all rows are painted again, once. */
const MAX_ROWS_ABOVE = 2000;

export interface RowSlotsOptions {
  count: number;
  /** Height of each row (px). */
  rowHeight: number;
  scroller: RefObject<HTMLElement | null>;
  /** Whether new rows are added at the top. */
  growsOnTop: boolean;
}

/** A row that is in the page. */
interface PlacedRow {
  index: number;
  /** Number of the element that shows the row. */
  slot: number;
  /** Upper edge within the layer of the rows (px). */
  top: number;
}

interface RowSlots {
  /** Sorted by slot, not by index. */
  rows: PlacedRow[];
  /** Slots in the order of the rows. */
  inOrder: number[];
  first: number;
  last: number;
  slotOf(index: number): number;
  /** Height of all rows (px); rounded up at the top of a long list. */
  height: number;
  /** How far the layer of the rows extends above the list, and how far it is shifted down (px). */
  layer: { above: number; moved: number };
  scrollToIndex(index: number): void;
}

/**
 * Decides which rows of a virtual list are in the page, and recycles their elements: a row that enters reuses the
 * element (slot) of a row that leaves. A busy room adds hundreds of rows a second; creating and removing elements for
 * them would cost more than the rest of the page.
 */
export function useRowSlots({ count, rowHeight, scroller, growsOnTop }: RowSlotsOptions): RowSlots {
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    rangeExtractor: ({ startIndex }) => {
      const rows = elementsFor(virtual.scrollRect?.height ?? 0, rowHeight);
      const first = Math.max(0, Math.min(startIndex - OVERSCAN, count - rows));
      return Array.from({ length: Math.min(rows, count) }, (_, place) => first + place);
    },
  });
  const origin = useOrigin(count, growsOnTop);
  const items = virtual.getVirtualItems();
  // If new rows are added on top, a row's index counted from the end stays the same, and so does its slot.
  const slotOf = (index: number) => (growsOnTop ? count - 1 - index : index) % Math.max(1, items.length);
  const above = growsOnTop ? MAX_ROWS_ABOVE * rowHeight : 0;
  const rows = items.map(({ index, start }) => ({
    index,
    slot: slotOf(index),
    top: start - origin * rowHeight + above,
  }));
  return {
    inOrder: rows.map(({ slot }) => slot),
    rows: rows.sort((one, other) => one.slot - other.slot),
    first: items[0]?.index ?? 0,
    last: items.at(-1)?.index ?? 0,
    slotOf,
    height: heightFor(count, (virtual.scrollOffset ?? 0) < rowHeight) * rowHeight,
    layer: { above, moved: origin * rowHeight },
    scrollToIndex: (index) => virtual.scrollToIndex(index),
  };
}

/**
 * Height of a list, in rows. A changed height makes the browser lay out the page again. While the end of a long list is
 * out of sight, the height is rounded up, so that not every new row changes it.
 */
export function heightFor(count: number, atTop: boolean): number {
  return atTop && count > LONG ? Math.ceil(count / GROWTH) * GROWTH : count;
}

/** Number of elements; independent of the scroll position. */
function elementsFor(height: number, rowHeight: number): number {
  return Math.ceil(height / rowHeight) + 1 + 2 * OVERSCAN;
}

/**
 * How many rows the layer is shifted down: one more for each row that is added on top. The rows keep their position
 * within the layer, so the browser paints only the new row.
 */
function useOrigin(count: number, growsOnTop: boolean): number {
  const base = useRef(count);
  if (count < base.current || count > base.current + MAX_ROWS_ABOVE) base.current = count;
  return growsOnTop ? count - base.current : 0;
}
