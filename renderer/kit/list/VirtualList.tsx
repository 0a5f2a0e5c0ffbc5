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
import { useSavedScroll } from '../ui/useSavedScroll.ts';
import { useRowSlots } from './useRowSlots.ts';
import styles from './VirtualList.module.css';

export interface VirtualListHandle {
  focus(): void;
  hasFocus(): boolean;
  toTop(): void;
}

export interface VirtualListProps {
  /** Accessible name of the list. */
  label: string;
  /** Identifies the saved scroll position. */
  scrollKey: string;
  /** Accessible description: the keys that act on a row. */
  hint: string;
  count: number;
  /** Height of each row (px). */
  rowHeight: number;
  /** Renders the content of a row. Elements are recycled, see `useRowSlots`. */
  render(index: number): ReactNode;
  /** Index of the focused row; -1 if there is none. */
  focused: number;
  /** New rows are added at the top. Then only the layer of the rows moves and the rows are not painted again. */
  growsOnTop?: boolean;
  isSelected?(index: number): boolean;
  /** A row got the focus by keyboard or mouse. */
  onFocusRow(index: number, how: { extend: boolean; toggle: boolean }): void;
  /** Called for keys that do not move the focus. Call `preventDefault` if the key was used. */
  onKey?(event: KeyboardEvent): void;
  /** The menu of a row was opened, by its button, the right mouse button or the keyboard. */
  onMenu?(index: number, at: { x: number; y: number }): void;
  onRange?(first: number, last: number): void;
  onScrolled?(top: number): void;
  /** The pointer moved over the list. */
  onAim?(): void;
  onFocusChange?(inside: boolean): void;
  ref?: Ref<VirtualListHandle>;
}

/**
 * A list of any length that renders only the visible rows. It is one tab stop; arrow keys, Home, End, PageUp and
 * PageDown move the focused row.
 */
export function VirtualList(props: VirtualListProps) {
  const { count, rowHeight, focused, onRange } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const slots = useRowSlots({ count, rowHeight, scroller, growsOnTop: props.growsOnTop === true });
  useSavedScroll(scroller, props.scrollKey);
  const { first, last, slotOf } = slots;
  useEffect(() => onRange?.(first, last), [onRange, first, last]);
  useImperativeHandle(props.ref, () => ({
    focus: () => scroller.current?.focus(),
    hasFocus: () => scroller.current?.contains(document.activeElement) ?? false,
    toTop: () => scroller.current?.scrollTo({ top: 0 }),
  }));

  const indexAt = (event: MouseEvent): number | null => {
    const row = event.target instanceof Element ? event.target.closest('[role="treeitem"]') : null;
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
    const place = scroller.current?.querySelector('[aria-posinset]')?.getBoundingClientRect();
    if (place !== undefined) props.onMenu(focused, { x: place.left + 40, y: place.bottom });
  };
  const onClick = (event: MouseEvent) => {
    const index = indexAt(event);
    if (index === null) return;
    // Focus the list, not the row: the row's element may be recycled with the next gift.
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
      className={styles.list}
      role="tree"
      tabIndex={0}
      aria-label={props.label}
      aria-description={props.hint}
      aria-multiselectable={props.isSelected !== undefined}
      // The DOM order is by slot; `aria-owns` gives the order of the rows.
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
      <div className={styles.all} style={{ height: slots.height }} role="presentation">
        <div
          className={props.growsOnTop === true ? `${styles.layer} ${styles.ownLayer}` : styles.layer}
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
              className={index === focused ? `${styles.row} ${styles.focused}` : styles.row}
              style={{ height: rowHeight, top }}
              role="treeitem"
              tabIndex={-1}
              // Only the focused row has a position: it changes with every new row.
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

/** The button that opens the menu of a row: shown at its right edge, outside of the tab order. */
export function RowMenuButton({ label }: { label: string }) {
  return (
    <button type="button" className={`icon-button ${styles.menu}`} data-menu tabIndex={-1} aria-label={label}>
      <i className="pi pi-ellipsis-v" aria-hidden="true" />
    </button>
  );
}
