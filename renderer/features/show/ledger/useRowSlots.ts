import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useRef } from 'react';

/** So many rows more than can be seen are in the page on either side, so that scrolling shows no hole. */
const OVERSCAN = 4;
/** At the top of a list that is longer than so many rows its height grows by so many rows at once. */
const LONG = 200;
const GROWTH = 50;
/** So many rows come on top before all are painted anew, once. */
const MOST_ROWS_ABOVE = 2000;

export interface RowSlotsOptions {
  count: number;
  /** In px; every row is as high. */
  rowHeight: number;
  scroller: RefObject<HTMLElement | null>;
  /** New rows come on top. */
  growsOnTop: boolean;
}

/** A row that is in the page. */
export interface PlacedRow {
  index: number;
  /** The element that shows it. */
  slot: number;
  /** Upper edge in the layer of the rows, px. */
  top: number;
}

export interface RowSlots {
  /** In the order of their elements, which is not that of the rows. */
  rows: PlacedRow[];
  /** The elements in the order of the rows. */
  inOrder: number[];
  first: number;
  last: number;
  slotOf(index: number): number;
  /** Height of all rows, px; at the top of a long list perhaps somewhat more. */
  height: number;
  /** How far the layer of the rows reaches above the list, and how far it is moved down, px. */
  layer: { above: number; moved: number };
  scrollToIndex(index: number): void;
}

/**
 * Which rows are in the page, and which element shows which. There are always as many elements, and a row that comes
 * takes that of a row that leaves: in a busy room hundreds of rows a second come and go, and making and removing
 * their elements would cost more than all the rest of the page.
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
  // Where new rows come on top, a row keeps its place from below, and so its element.
  const slotOf = (index: number) => (growsOnTop ? count - 1 - index : index) % Math.max(1, items.length);
  const above = growsOnTop ? MOST_ROWS_ABOVE * rowHeight : 0;
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
 * For how many rows a list is high enough. Another height makes the browser lay out the page anew, and each row that
 * comes would bring one; while the end is out of sight it need not be exact.
 */
export function heightFor(count: number, atTop: boolean): number {
  return atTop && count > LONG ? Math.ceil(count / GROWTH) * GROWTH : count;
}

/** The same at every place to which a list of this height is scrolled. */
function elementsFor(height: number, rowHeight: number): number {
  return Math.ceil(height / rowHeight) + 1 + 2 * OVERSCAN;
}

/**
 * How many rows the layer of the rows is moved down. It is one more with each row that comes on top: within the
 * layer the rows stay where they are, so the browser paints only the new one.
 */
function useOrigin(count: number, growsOnTop: boolean): number {
  const begun = useRef(count);
  if (count < begun.current || count > begun.current + MOST_ROWS_ABOVE) begun.current = count;
  return growsOnTop ? count - begun.current : 0;
}
