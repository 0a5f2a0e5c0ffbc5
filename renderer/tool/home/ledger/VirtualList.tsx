import './list.css';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
} from 'react';

export interface VirtualListHandle {
  focus(): void;
  hasFocus(): boolean;
  toTop(): void;
}

export interface VirtualListProps {
  /** What the list is, for readers. */
  label: string;
  /** The keys that work on a row, for readers. */
  hint: string;
  count: number;
  /** In px; every row is as high. */
  rowHeight: number;
  keyOf(index: number): string | number;
  render(index: number): ReactNode;
  /** The row that keys work on, -1 for none. */
  focused: number;
  /** New rows come on top, so those that are there keep their picture and only their layer moves. */
  growsOnTop?: boolean;
  isSelected?(index: number): boolean;
  /** A row was gone to, by arrow keys or by mouse. */
  onFocusRow(index: number, how: { extend: boolean; toggle: boolean }): void;
  /** Keys that do not move the focus; call `preventDefault` on those that were used. */
  onKey?(event: KeyboardEvent): void;
  /** The menu of a row was asked for, by its button or the right mouse button. */
  onMenu?(index: number, at: { x: number; y: number }): void;
  onRange?(first: number, last: number): void;
  onScrolled?(top: number): void;
  /** The mouse moves over the list. */
  onAim?(): void;
  onFocusChange?(inside: boolean): void;
  ref?: Ref<VirtualListHandle>;
}

/**
 * A list of any length of which only what is on screen is in the page. One tab stop; arrow keys, Home, End and
 * Page keys move the row that keys work on.
 */
export function VirtualList(props: VirtualListProps) {
  const { count, rowHeight, focused, onRange } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  });
  const origin = useOrigin(count, props.growsOnTop === true);
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => onRange?.(first, last), [onRange, first, last]);
  useImperativeHandle(props.ref, () => ({
    focus: () => scroller.current?.focus(),
    hasFocus: () => scroller.current?.contains(document.activeElement) ?? false,
    toTop: () => scroller.current?.scrollTo({ top: 0 }),
  }));

  const go = (index: number, event: KeyboardEvent) => {
    event.preventDefault();
    const to = Math.max(0, Math.min(count - 1, index));
    virtual.scrollToIndex(to);
    if (count > 0) props.onFocusRow(to, { extend: event.shiftKey, toggle: false });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1);
    const from = focused < 0 ? -1 : focused;
    if (event.key === 'ArrowDown') go(from + 1, event);
    else if (event.key === 'ArrowUp') go(Math.max(0, from - 1), event);
    else if (event.key === 'PageDown') go(from + page, event);
    else if (event.key === 'PageUp') go(from - page, event);
    else if (event.key === 'Home') go(0, event);
    else if (event.key === 'End') go(count - 1, event);
    else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) openMenuByKey(event);
    else props.onKey?.(event);
  };
  const openMenuByKey = (event: KeyboardEvent) => {
    if (focused < 0 || props.onMenu === undefined) return;
    event.preventDefault();
    const place = scroller.current?.querySelector('.vlist__row--focused')?.getBoundingClientRect();
    if (place !== undefined) props.onMenu(focused, { x: place.left + 40, y: place.bottom });
  };
  const onClick = (event: MouseEvent) => {
    const index = indexAt(event, first);
    if (index === null) return;
    // A row may be gone with the next gift; the list itself keeps the focus.
    scroller.current?.focus({ preventScroll: true });
    props.onFocusRow(index, { extend: event.shiftKey, toggle: event.ctrlKey || event.metaKey });
    const button = event.target instanceof Element ? event.target.closest('[data-menu]') : null;
    const place = button?.getBoundingClientRect();
    if (place !== undefined) props.onMenu?.(index, { x: place.right, y: place.bottom });
  };
  const onContextMenu = (event: MouseEvent) => {
    const index = indexAt(event, first);
    if (index === null || props.onMenu === undefined) return;
    event.preventDefault();
    if (props.isSelected?.(index) !== true) props.onFocusRow(index, { extend: false, toggle: false });
    props.onMenu(index, { x: event.clientX, y: event.clientY });
  };

  return (
    <div
      ref={scroller}
      className="vlist"
      role="tree"
      tabIndex={0}
      aria-label={props.label}
      aria-description={props.hint}
      aria-multiselectable={props.isSelected !== undefined}
      aria-activedescendant={
        focused >= first && focused <= last ? `${id}-${props.keyOf(focused)}` : undefined
      }
      onKeyDown={onKeyDown}
      onClick={onClick}
      onContextMenu={onContextMenu}
      onPointerMove={props.onAim}
      onFocus={() => props.onFocusChange?.(true)}
      onBlur={() => props.onFocusChange?.(false)}
      onScroll={(event) => props.onScrolled?.(event.currentTarget.scrollTop)}
    >
      <div className="vlist__all" style={{ height: virtual.getTotalSize() }} role="presentation">
        <div
          className={props.growsOnTop === true ? 'vlist__layer vlist__layer--own' : 'vlist__layer'}
          style={{ transform: `translateY(${origin * rowHeight}px)` }}
          role="presentation"
        >
          {items.map(({ index, start }) => (
            <div
              key={props.keyOf(index)}
              id={`${id}-${props.keyOf(index)}`}
              className={index === focused ? 'vlist__row vlist__row--focused' : 'vlist__row'}
              style={{ height: rowHeight, top: start - origin * rowHeight }}
              role="treeitem"
              tabIndex={-1}
              aria-posinset={index + 1}
              aria-setsize={count}
              aria-level={1}
              aria-selected={props.isSelected?.(index) ?? index === focused}
            >
              {props.render(index)}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

/** So many rows come on top before all are painted anew, once. */
const MOST_ROWS_ABOVE = 200;

/**
 * Where the layer of the rows begins, in rows from the top of the list. It moves down by one with each row that
 * comes on top: within the layer the rows stay where they are, so the browser paints only the new one.
 */
function useOrigin(count: number, growsOnTop: boolean): number {
  const begun = useRef(count);
  if (count < begun.current || count > begun.current + MOST_ROWS_ABOVE) begun.current = count;
  return growsOnTop ? count - begun.current : 0;
}

/** The index of the row that an event is on; `first` is that of the first row in the page. */
function indexAt(event: MouseEvent, first: number): number | null {
  const row = event.target instanceof Element ? event.target.closest('.vlist__row') : null;
  const rows = row?.parentElement?.children;
  return row === null || rows === undefined ? null : first + Array.prototype.indexOf.call(rows, row);
}
