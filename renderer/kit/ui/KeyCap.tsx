import type { KeyAction } from '#renderer/data/keys/actions.ts';
import { useKeyName } from '../keys/useKey.ts';

/** The keyboard shortcut on a button. Hidden from screen readers, which use the button's `aria-keyshortcuts`. */
export function KeyCap({ action }: { action: KeyAction }) {
  const key = useKeyName(action);
  return (
    <span className="key" aria-hidden="true">
      {key?.label}
    </span>
  );
}
