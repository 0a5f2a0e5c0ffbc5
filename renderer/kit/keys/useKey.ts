import { useLayoutEffect, useMemo, useRef } from 'react';
import { usePage, useSettings } from '#renderer/data/hooks.ts';
import type { KeyAction } from '#renderer/data/keys/actions.ts';
import { chordForReaders, chordLabel } from '#renderer/data/keys/chord.ts';
import { type KeyMap, keyMapOf } from '#renderer/data/keys/keyMap.ts';
import type { KeyHow } from '#renderer/data/keys/keyStore.ts';

/**
 * Lets the action's key run `run` while this component is on screen and `enabled`. With the very change that shows it:
 * effects that wait for the paint come late on a busy machine, and a key that was pressed meanwhile would be lost.
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

/** Keeps every key of the page quiet while `active`, as while a dialog is open. */
export function useKeyBlock(active: boolean): void {
  const { keys } = usePage();
  useLayoutEffect(() => (active ? keys.block() : undefined), [keys, active]);
}

/** The key of every action, as the host has chosen them. */
export function useKeyMap(): KeyMap {
  const chosen = useSettings((state) => state.keys);
  return useMemo(() => keyMapOf(chosen), [chosen]);
}

/** How the action's key is written on its button, and for readers. */
export function useKeyName(action: KeyAction | undefined): { label: string; aria: string } | null {
  const map = useKeyMap();
  return action === undefined ? null : { label: chordLabel(map[action]), aria: chordForReaders(map[action]) };
}
