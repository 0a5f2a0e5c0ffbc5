import { useLayoutEffect, useMemo, useRef } from 'react';
import { usePage, useSettings } from '#renderer/data/hooks.ts';
import { anchorNumberOf, type KeyAction } from '#renderer/data/keys/actions.ts';
import { chordForReaders, chordLabel } from '#renderer/data/keys/chord.ts';
import { type KeyMap, keyMapOf } from '#renderer/data/keys/keyMap.ts';
import type { KeyHow } from '#renderer/data/keys/keyStore.ts';
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
