import { type KeyAction, keyMap } from './keyMap.ts';

/** A key press, as much of it as matters. */
export interface KeyPress {
  key: string;
  /** Ctrl, Alt or Meta is held: the press belongs to the browser or the system. */
  modified: boolean;
  /** The key is held down. */
  repeat: boolean;
  /** The press goes into a field, an open list or a dialog. */
  typing: boolean;
}

export interface KeyStore {
  /** Lets a key do something until the returned function is called; the newest of two comes first. */
  bind(action: KeyAction, run: () => void): () => void;
  /** Lets no key through (a dialog is open) until the returned function is called. */
  block(): () => void;
  /** Takes a key press; true when something was done. */
  press(press: KeyPress): boolean;
}

export function createKeyStore(): KeyStore {
  const bound: { action: KeyAction; run: () => void }[] = [];
  let blocks = 0;
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
    press: ({ key, modified, repeat, typing }) => {
      if (blocks > 0 || modified || repeat || typing) return false;
      const wanted = key.toLowerCase();
      const entry = bound.find(({ action }) => keyMap[action].toLowerCase() === wanted);
      entry?.run();
      return entry !== undefined;
    },
  };
}
