import { placeOf } from '#renderer/data/keys/actions.ts';
import type { KeyHit } from '#renderer/data/keys/keyMap.ts';
import type { Target } from '#shared/contract/ledger.ts';

export type AssignKey =
  | { do: 'undo' }
  | { do: 'redo' }
  /** `viewer`: all unallocated rows of the row's viewer instead of the row. */
  | { do: 'assign'; to: Target; viewer: boolean }
  /** The key of a place for which the preset has no anchor. */
  | { do: 'noAnchor'; place: number };

/**
 * What a key does with a row of the ledger: give it to the anchor of a place in the preset or to a side, make it
 * unallocated, take it out of the count, or undo the newest correction. Null for every other key.
 */
export function assignKeyOf(hit: KeyHit | null, anchorIds: readonly string[]): AssignKey | null {
  const [action] = hit?.actions ?? [];
  if (hit === null || action === undefined) return null;
  if (action === 'ledger.undo') return { do: 'undo' };
  if (action === 'ledger.redo') return { do: 'redo' };
  if (action === 'ledger.uncount') return { do: 'assign', to: 'uncounted', viewer: false };
  if (action === 'anchor.none') return { do: 'assign', to: 'unallocated', viewer: false };
  if (action === 'side.attacker') return { do: 'assign', to: 'attacker', viewer: false };
  if (action === 'side.defender') return { do: 'assign', to: 'defender', viewer: false };
  const place = placeOf(action);
  if (place === null) return null;
  const anchorId = anchorIds[place - 1];
  if (anchorId === undefined) return { do: 'noAnchor', place };
  return { do: 'assign', to: `anchor:${anchorId}`, viewer: hit.shift };
}
