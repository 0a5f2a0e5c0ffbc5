import type { KeyAction } from './actions.ts';
import { chordOf, type KeyStroke } from './chord.ts';
import { type ChosenKeys, hitOf, type KeyHit, type KeyMap, keyMapOf } from './keyMap.ts';

/** A key press, as much of it as matters. */
export interface KeyPress extends KeyStroke {
  /** The key is held down. */
  repeat: boolean;
  /** The press goes into a field, an open list or a dialog. */
  typing: boolean;
}

/** How an action was asked for: with Shift held, where its key does more with it. */
export interface KeyHow {
  shift: boolean;
}

export interface KeyStore {
  /** Lets an action's key do something until the returned function is called; the newest of two comes first. */
  bind(action: KeyAction, run: (how: KeyHow) => void): () => void;
  /** Lets no key through (a dialog is open) until the returned function is called. */
  block(): () => void;
  /** Takes a key press; true when something was done. */
  press(press: KeyPress): boolean;
  /** What a key press stands for, for a list or menu that has keys of its own while it has the focus. */
  hit(stroke: KeyStroke): KeyHit | null;
}

/** `chosen` tells what the host has chosen instead of the default keys, as it is now. */
export function createKeyStore(chosen: () => ChosenKeys): KeyStore {
  const bound: { action: KeyAction; run: (how: KeyHow) => void }[] = [];
  let blocks = 0;
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
      if (blocks > 0 || press.repeat || press.typing) return false;
      const found = hit(press);
      const entry = found === null ? undefined : bound.find(({ action }) => found.actions.includes(action));
      entry?.run({ shift: found?.shift === true });
      return entry !== undefined;
    },
    hit,
  };
}
