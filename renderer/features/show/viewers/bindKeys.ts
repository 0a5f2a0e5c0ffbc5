import type { KeyHit } from '#renderer/data/keys/keyMap.ts';
import { anchorIdOf } from '#shared/game/table.ts';
import { assignKeyOf } from '../ledger/assignKeys.ts';

export type BindKey = { do: 'bind'; anchorId: string } | { do: 'unbind' } | { do: 'pin' } | { do: 'nothing' };

/**
 * What a key does with the focused viewer: that of an anchor binds, that of "unallocated" unbinds, and one
 * pins or takes the pin off. Null for keys that are not this list's; the key of a place without an anchor is,
 * and does nothing, since elsewhere on the page it would assign a gift.
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
