import type { KeyAction } from './actions.ts';
import { chordOf, type KeyStroke } from './chord.ts';
import { type ChosenKeys, hitOf, type KeyHit, type KeyMap, keyMapOf } from './keyMap.ts';

/** The used part of a key press. */
export interface KeyPress extends KeyStroke {
  /** True for the automatic repeats of a key that is held down. */
  repeat: boolean;
  /** True if a field, an open list or a dialog has the focus and handles the key itself. */
  typing: boolean;
}

/** How an action was started: with or without Shift, for actions that have a variant with Shift. */
export interface KeyHow {
  shift: boolean;
}

export interface KeyStore {
  /** Binds an action's key to `run` until the returned function is called. The newest binding wins. */
  bind(action: KeyAction, run: (how: KeyHow) => void): () => void;
  /** Blocks all keys, for example while a dialog is open, until the returned function is called. */
  block(): () => void;
  /** Runs the action of a key press. Returns whether there was one. */
  press(press: KeyPress): boolean;
  /** Runs the first of these actions that is possible now. Returns whether there was one. */
  run(actions: readonly string[]): boolean;
  /** Notes what the host pressed last on the page: a key, or null for the mouse. */
  note(key: string | null): void;
  /** Whether the host last pressed Enter or Space, which also press the focused button. */
  pressesButtons(): boolean;
  /** Returns the actions of a key press, for lists and menus that handle keys themselves while focused. */
  hit(stroke: KeyStroke): KeyHit | null;
}

/** Creates the key store. `chosen` returns the host's current choices. */
export function createKeyStore(chosen: () => ChosenKeys): KeyStore {
  const bound: { action: KeyAction; run: (how: KeyHow) => void }[] = [];
  let blocks = 0;
  let newest: string | null = null;
  let known: { chosen: ChosenKeys; map: KeyMap } | null = null;
  const mapNow = (): KeyMap => {
    const now = chosen();
    if (known?.chosen !== now) known = { chosen: now, map: keyMapOf(now) };
    return known.map;
  };
  const hit = (stroke: KeyStroke): KeyHit | null => {
    const chord = chordOf(stroke);
    return chord === null ? null : hitOf(mapNow(), chord);
  };
  const runBound = (actions: readonly string[], how: KeyHow): boolean => {
    const entry = blocks > 0 ? undefined : bound.find(({ action }) => actions.includes(action));
    entry?.run(how);
    return entry !== undefined;
  };
  return {
    bind: (action, run) => {
      const entry = { action, run };
      bound.unshift(entry);
      return () => {
        const at = bound.indexOf(entry);
        if (at >= 0) bound.splice(at, 1);
      };
    },
    block: () => {
      blocks += 1;
      let held = true;
      return () => {
        if (held) blocks -= 1;
        held = false;
      };
    },
    press: (press) => {
      if (press.repeat || press.typing) return false;
      const found = hit(press);
      return found !== null && runBound(found.actions, { shift: found.shift });
    },
    run: (actions) => runBound(actions, { shift: false }),
    note: (key) => {
      newest = key;
    },
    pressesButtons: () => newest === 'Enter' || newest === ' ',
    hit,
  };
}
