import { type KeyAction, keyLabel } from '../keys/keyMap.ts';

/** A key as it stands on a button. Readers hear of it through `aria-keyshortcuts`. */
export function KeyCap({ action }: { action: KeyAction }) {
  return (
    <span className="key" aria-hidden="true">
      {keyLabel(action)}
    </span>
  );
}
