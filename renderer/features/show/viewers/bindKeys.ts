import type { KeyHit } from '#renderer/data/keys/keyMap.ts';
import { anchorIdOf } from '#shared/game/table.ts';
import { assignKeyOf } from '../ledger/assignKeys.ts';

export type BindKey = { do: 'bind'; anchorId: string } | { do: 'unbind' } | { do: 'pin' } | { do: 'nothing' };

/**
 * The action of a key on the focused viewer: bind to an anchor, unbind (the key of "unallocated"), or pin and unpin.
 * Null if the list does not use the key. The digit of a missing anchor is used and does nothing, because elsewhere on
 * the page it would assign a gift.
 */
export function bindKeyOf(hit: KeyHit | null, anchorIds: readonly string[]): BindKey | null {
  if (hit?.actions[0] === 'viewers.pin') return { do: 'pin' };
  const key = assignKeyOf(hit, anchorIds);
  if (key === null || key.do === 'undo' || key.do === 'redo') return null;
  if (key.do === 'noAnchor') return { do: 'nothing' };
  if (key.to === 'unallocated') return { do: 'unbind' };
  const anchorId = anchorIdOf(key.to);
  return anchorId === null ? null : { do: 'bind', anchorId };
}
