import type { KeyAction } from '#renderer/data/keys/actions.ts';
import { useKeyName } from '../keys/useKey.ts';

/**
 * The keyboard shortcut on a button. Screen readers use the button's `aria-keyshortcuts`. The label is drawn by CSS: as
 * text it would be part of the button's visible label, and voice control expects that label as the button's name.
 */
export function KeyCap({ action }: { action: KeyAction }) {
  const key = useKeyName(action);
  return <span className="key" data-key={key?.label ?? ''} aria-hidden="true" />;
}
