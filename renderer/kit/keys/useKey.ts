import { useLayoutEffect, useMemo, useRef } from 'react';
import { usePage, useSettings } from '#renderer/data/hooks.ts';
import { anchorNumberOf, type KeyAction } from '#renderer/data/keys/actions.ts';
import { chordForReaders, chordLabel } from '#renderer/data/keys/chord.ts';
import { type KeyMap, keyMapOf } from '#renderer/data/keys/keyMap.ts';
import type { KeyHow, KeyStore } from '#renderer/data/keys/keyStore.ts';
import { useText } from '../i18n/useText.ts';

/**
 * Binds the action's key to `run` while the component is mounted and `enabled`. Uses layout effects: effects after the
 * paint may run late on a busy machine, and keys pressed before them would be lost.
 */
export function useKey(action: KeyAction, run: (how: KeyHow) => void, enabled = true): void {
  const { keys } = usePage();
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  useLayoutEffect(
    () => (enabled ? keys.bind(action, (how) => latest.current(how)) : undefined),
    [keys, action, enabled],
  );
}

/** Blocks all keyboard shortcuts of the page while `active`, for example while a dialog is open. */
export function useKeyBlock(active: boolean): void {
  const { keys } = usePage();
  useLayoutEffect(() => (active ? keys.block() : undefined), [keys, active]);
}

/** Returns the key of every action, with the host's own choices. */
export function useKeyMap(): KeyMap {
  const chosen = useSettings((state) => state.keys);
  return useMemo(() => keyMapOf(chosen), [chosen]);
}

/** Returns the action's key as text for its button and for `aria-keyshortcuts`. */
export function useKeyName(action: KeyAction | undefined): { label: string; aria: string } | null {
  const map = useKeyMap();
  return action === undefined ? null : { label: chordLabel(map[action]), aria: chordForReaders(map[action]) };
}

/** Returns a function that gives an action's name for lists of keyboard shortcuts. */
export function useKeyActionName(): (action: KeyAction) => string {
  const text = useText();
  return (action) => {
    const place = anchorNumberOf(action);
    return place === null ? text({ key: `key.${action}` }) : text({ key: 'key.anchor', params: { place } });
  };
}

/** Input types that do not use letter keys. */
const quietInputs = ['checkbox', 'radio', 'button', 'submit', 'reset', 'color', 'range', 'file'];
/** Elements that handle keys themselves while they have the focus. */
const ownKeys = '[role="listbox"], [role="dialog"], [role="menu"], [role="textbox"], [role="combobox"]';

/** Forwards the page's key presses to the key store. */
export function listenToKeys(page: Window, keys: KeyStore): void {
  page.addEventListener('pointerdown', () => keys.note(null), true);
  page.addEventListener(
    'keydown',
    (event) => {
      keys.note(event.key);
      // A held Enter presses a button once: it must not answer the question that it opened.
      if (event.repeat && event.key === 'Enter' && event.target instanceof HTMLButtonElement)
        event.preventDefault();
    },
    true,
  );
  page.addEventListener('keydown', (event) => {
    if (event.defaultPrevented) return;
    // During composition, Escape belongs to the input method.
    if (event.key === 'Escape' && !event.isComposing) leaveField(event.target);
    const { key, code, shiftKey, ctrlKey, metaKey, altKey, repeat } = event;
    const done = keys.press({
      key,
      code,
      shiftKey,
      ctrlKey,
      metaKey,
      altKey,
      repeat,
      typing: event.isComposing || isTyping(event.target),
    });
    if (done) event.preventDefault();
  });
}

/** Blurs an input outside dialogs, so that the next key works as a shortcut. */
function leaveField(target: EventTarget | null): void {
  if (target instanceof HTMLInputElement && target.closest('[role="dialog"]') === null) target.blur();
}

/** True if the target handles keys itself: a text field, an open list, a menu or a dialog. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest(ownKeys) !== null) return true;
  if (target instanceof HTMLInputElement) return !quietInputs.includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
