import { type KeyAction, keyMap } from './keyMap.ts';

export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  repeat: boolean;
  target: EventTarget | null;
  preventDefault(): void;
}

export interface KeyStore {
  /** Lets a key do something until the returned function is called; the newest of two comes first. */
  bind(action: KeyAction, run: () => void): () => void;
  /** Lets no key through (a dialog is open) until the returned function is called. */
  block(): () => void;
  /** Takes a key press; true when something was done. Typing into a field and held keys do nothing. */
  press(event: KeyPress): boolean;
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
    press: (event) => {
      if (blocks > 0 || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return false;
      if (isTyping(event.target)) return false;
      const key = event.key.toLowerCase();
      const entry = bound.find(({ action }) => keyMap[action] === key);
      if (entry === undefined) return false;
      event.preventDefault();
      entry.run();
      return true;
    },
  };
}

/** A field takes its keys itself; so does a list that is open. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest('[role="listbox"], [role="dialog"]') !== null) return true;
  if (target instanceof HTMLInputElement)
    return !['checkbox', 'radio', 'button', 'submit'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
