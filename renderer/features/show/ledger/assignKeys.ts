import { useEffect, useRef } from 'react';
import { useRingside } from '#renderer/data/hooks.ts';
import { anchorNumberOf, type KeyAction, keyActionNames } from '#renderer/data/keys/actions.ts';
import type { KeyHit } from '#renderer/data/keys/keyMap.ts';
import type { LedgerRow, Target } from '#shared/contract/ledger.ts';
import type { WaitingGroup } from '#shared/game/waiting.ts';
import type { Corrections } from './corrections.ts';

export type AssignKey =
  | { do: 'undo' }
  | { do: 'redo' }
  /** If `viewer` is true: assigns all unallocated rows of the row's viewer, not only the row. */
  | { do: 'assign'; to: Target; viewer: boolean }
  /** The key of an anchor number that the preset lacks. */
  | { do: 'noAnchor'; place: number };

/**
 * The action of a key on a row of the ledger: assign it to an anchor or a side, make it unallocated or uncounted, undo
 * or redo. `anchorIds` are in the order of the preset. Null for every other key.
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
  const place = anchorNumberOf(action);
  if (place === null) return null;
  const anchorId = anchorIds[place - 1];
  if (anchorId === undefined) return { do: 'noAnchor', place };
  return { do: 'assign', to: `anchor:${anchorId}`, viewer: hit.shift };
}

export interface AssignKeysOptions {
  anchorIds: readonly string[];
  corrections: Corrections;
  /** The focused or selected rows; empty if the list does not have the focus. */
  focused(): LedgerRow[];
  /** The waiting gifts at the cursor of the queue. */
  waiting(): WaitingGroup | undefined;
  onAssigned(): void;
}

const boundActions: readonly KeyAction[] = [
  ...keyActionNames.filter((action) => anchorNumberOf(action) !== null),
  'anchor.none',
  'side.attacker',
  'side.defender',
  'ledger.uncount',
  'ledger.undo',
  'ledger.redo',
];

/**
 * Binds the keys of the ledger on the whole page. They act on the focused rows, or else on the waiting gifts at the
 * cursor of the queue.
 */
export function useAssignKeys(options: AssignKeysOptions): void {
  const { keys } = useRingside();
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    const run = (action: KeyAction, shift: boolean) => {
      const { anchorIds, corrections, focused, waiting, onAssigned } = latest.current;
      const key = assignKeyOf({ actions: [action], shift }, anchorIds);
      if (key === null) return;
      if (key.do === 'undo') {
        void corrections.undo();
        return;
      }
      if (key.do === 'redo') {
        void corrections.redo();
        return;
      }
      if (key.do === 'noAnchor') {
        corrections.showToast('ledger.noAnchor', { shown: key.place });
        return;
      }
      const chosen = focused();
      const group = chosen.length === 0 ? waiting() : undefined;
      const rows = group?.rows ?? chosen;
      const [first] = rows;
      const leaves = key.to === 'unallocated' || key.to === 'uncounted';
      if (first === undefined) {
        if (!leaves) corrections.showToast('ledger.noneToAssign');
      } else if (group?.late === true && leaves) void corrections.leaveLate(rows);
      else if (key.viewer)
        void corrections.assignViewer({ id: first.viewerId, name: first.viewerName }, key.to);
      else void corrections.assign(rows, key.to);
      onAssigned();
    };
    const release = boundActions.map((action) => keys.bind(action, ({ shift }) => run(action, shift)));
    return () => {
      for (const each of release) each();
    };
  }, [keys]);
}
