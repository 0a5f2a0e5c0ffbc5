import './list.css';
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
import { useKeptScroll } from '#renderer/kit/ui/useKeptScroll.ts';
import { useRowSlots } from './useRowSlots.ts';

export interface VirtualListHandle {
  focus(): void;
  hasFocus(): boolean;
  toTop(): void;
}

export interface VirtualListProps {
  /** What the list is, for readers. */
  label: string;
  /** The list of another key has a scroll position of its own. */
  scrollKey: string;
  /** The keys that work on a row, for readers. */
  hint: string;
  count: number;
  /** In px; every row is as high. */
  rowHeight: number;
  /** A row's content; the element it stands in may have shown another row before. */
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
  const slots = useRowSlots({ count, rowHeight, scroller, growsOnTop: props.growsOnTop === true });
  useKeptScroll(scroller, props.scrollKey);
  const { first, last, slotOf } = slots;
  useEffect(() => onRange?.(first, last), [onRange, first, last]);
  useImperativeHandle(props.ref, () => ({
    focus: () => scroller.current?.focus(),
    hasFocus: () => scroller.current?.contains(document.activeElement) ?? false,
    toTop: () => scroller.current?.scrollTo({ top: 0 }),
  }));

  const indexAt = (event: MouseEvent): number | null => {
    const row = event.target instanceof Element ? event.target.closest('.vlist__row') : null;
    const place = Array.prototype.indexOf.call(row?.parentElement?.children ?? [], row);
    return slots.rows[place]?.index ?? null;
  };
  const go = (index: number, event: KeyboardEvent) => {
    event.preventDefault();
    const to = Math.max(0, Math.min(count - 1, index));
    slots.scrollToIndex(to);
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
    const index = indexAt(event);
    if (index === null) return;
    // A row may be gone with the next gift; the list itself keeps the focus.
    scroller.current?.focus({ preventScroll: true });
    props.onFocusRow(index, { extend: event.shiftKey, toggle: event.ctrlKey || event.metaKey });
    const button = event.target instanceof Element ? event.target.closest('[data-menu]') : null;
    const place = button?.getBoundingClientRect();
    if (place !== undefined) props.onMenu?.(index, { x: place.right, y: place.bottom });
  };
  const onContextMenu = (event: MouseEvent) => {
    const index = indexAt(event);
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
      // The elements stand in another order than the rows they show.
      aria-owns={count === 0 ? undefined : slots.inOrder.map((slot) => `${id}-${slot}`).join(' ')}
      aria-activedescendant={focused >= first && focused <= last ? `${id}-${slotOf(focused)}` : undefined}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onContextMenu={onContextMenu}
      onPointerMove={props.onAim}
      onFocus={() => props.onFocusChange?.(true)}
      onBlur={() => props.onFocusChange?.(false)}
      onScroll={(event) => props.onScrolled?.(event.currentTarget.scrollTop)}
    >
      <div className="vlist__all" style={{ height: slots.height }} role="presentation">
        <div
          className={props.growsOnTop === true ? 'vlist__layer vlist__layer--own' : 'vlist__layer'}
          style={{
            top: -slots.layer.above,
            height: `calc(${slots.layer.above}px + 100vh)`,
            transform: `translateY(${slots.layer.moved}px)`,
          }}
          role="presentation"
        >
          {slots.rows.map(({ index, slot, top }) => (
            <div
              key={slot}
              id={`${id}-${slot}`}
              className={index === focused ? 'vlist__row vlist__row--focused' : 'vlist__row'}
              style={{ height: rowHeight, top }}
              role="treeitem"
              tabIndex={-1}
              // Where a row is in the list changes with every row that comes: it is told of the one that is read.
              aria-posinset={index === focused ? index + 1 : undefined}
              aria-setsize={index === focused ? count : undefined}
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
