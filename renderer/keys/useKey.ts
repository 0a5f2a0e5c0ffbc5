import { useEffect, useRef } from 'react';
import { usePage } from '../app/hooks.ts';
import type { KeyAction } from './keyMap.ts';

/** Lets the action's key run `run` while this component is on screen and `enabled`. */
export function useKey(action: KeyAction, run: () => void, enabled = true): void {
  const { keys } = usePage();
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => (enabled ? keys.bind(action, () => latest.current()) : undefined), [keys, action, enabled]);
}

/** Keeps every key of the page quiet while `active`, as while a dialog is open. */
export function useKeyBlock(active: boolean): void {
  const { keys } = usePage();
  useEffect(() => (active ? keys.block() : undefined), [keys, active]);
}
