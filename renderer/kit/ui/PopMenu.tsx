import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import styles from './PopMenu.module.css';

export interface PopMenuProps {
  label: string;
  /** Position in the viewport (px). */
  at: { x: number; y: number };
  onClose(): void;
  /** Called for keys that the menu does not handle itself. */
  onKey?(event: KeyboardEvent): void;
  children: ReactNode;
}

/** A context menu. Arrow keys move the focus; Escape, Tab, a click outside or a resize closes it. */
export function PopMenu({ label, at, onClose, onKey, children }: PopMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = menu.current;
    if (element === null) return;
    const { width, height } = element.getBoundingClientRect();
    element.style.left = `${Math.max(8, Math.min(at.x, window.innerWidth - width - 8))}px`;
    element.style.top = `${Math.max(8, Math.min(at.y, window.innerHeight - height - 8))}px`;
    itemsOf(element)[0]?.focus();
  }, [at]);
  useEffect(() => {
    const previous = document.activeElement;
    const outside = (event: PointerEvent) => {
      if (event.target instanceof Node && menu.current?.contains(event.target) === false) onClose();
    };
    window.addEventListener('pointerdown', outside);
    window.addEventListener('resize', onClose);
    return () => {
      window.removeEventListener('pointerdown', outside);
      window.removeEventListener('resize', onClose);
      if (previous instanceof HTMLElement && document.activeElement === document.body) previous.focus();
    };
  }, [onClose]);

  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    const items = itemsOf(menu.current);
    const now = items.findLastIndex((item) => item.matches(':focus'));
    const go = (to: number) => {
      event.preventDefault();
      items[(to + items.length) % items.length]?.focus();
    };
    if (event.key === 'ArrowDown') go(now + 1);
    else if (event.key === 'ArrowUp') go(now - 1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(items.length - 1);
    else if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      onClose();
    } else onKey?.(event);
  };
  return createPortal(
    <div
      ref={menu}
      className={styles.menu}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>,
    document.body,
  );
}

function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]:not(:disabled)') ?? [])];
}

export interface PopItemProps {
  label: string;
  /** A key, shown at the end of the item. */
  hint?: string;
  icon?: string;
  checked?: boolean;
  onChoose(): void;
}

/** One item of a context menu. `checked` makes it a checkbox item. */
export function PopItem({ label, hint, icon, checked, onChoose }: PopItemProps) {
  const role =
    checked === undefined ? { role: 'menuitem' } : { role: 'menuitemcheckbox', 'aria-checked': checked };
  return (
    <button type="button" className={styles.item} {...role} onClick={onChoose}>
      <i className={`pi pi-${icon ?? (checked === true ? 'check' : 'empty')}`} aria-hidden="true" />
      <span className="clip">{label}</span>
      {hint !== undefined && <kbd className="key">{hint}</kbd>}
    </button>
  );
}
