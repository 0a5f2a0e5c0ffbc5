import type { KeyAction } from '#renderer/data/keys/actions.ts';
import { useKeyName } from '../keys/useKey.ts';

/** A key as it stands on a button. Readers hear of it through `aria-keyshortcuts`. */
export function KeyCap({ action }: { action: KeyAction }) {
  const key = useKeyName(action);
  return (
    <span className="key" aria-hidden="true">
      {key?.label}
    </span>
  );
}
