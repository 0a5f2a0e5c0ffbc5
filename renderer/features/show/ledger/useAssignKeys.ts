import { useEffect, useRef } from 'react';
import { useRingside } from '#renderer/data/hooks.ts';
import { type KeyAction, keyActionNames, placeOf } from '#renderer/data/keys/actions.ts';
import type { LedgerRow } from '#shared/contract/ledger.ts';
import { assignKeyOf } from './assignKeys.ts';
import type { Corrections } from './corrections.ts';

export interface AssignKeysOptions {
  anchorIds: readonly string[];
  corrections: Corrections;
  /** The rows that are focused or selected while the list has the focus, else none. */
  focused(): LedgerRow[];
  /** The newest unallocated row that no correction is on its way for. */
  newest(): LedgerRow | undefined;
  onAssigned(): void;
}

const assigning: readonly KeyAction[] = [
  ...keyActionNames.filter((action) => placeOf(action) !== null),
  'anchor.none',
  'side.attacker',
  'side.defender',
  'ledger.uncount',
  'ledger.undo',
  'ledger.redo',
];

/**
 * Binds the keys of the ledger for the whole page. They work on the focused rows. With no focused row, the keys of
 * the anchors and sides work on the newest unallocated gift; the other keys need a row that the host has chosen.
 */
export function useAssignKeys(options: AssignKeysOptions): void {
  const { keys } = useRingside();
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    const run = (action: KeyAction, shift: boolean) => {
      const { anchorIds, corrections, focused, newest, onAssigned } = latest.current;
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
        corrections.say('ledger.noAnchor', { shown: key.place });
        return;
      }
      const chosen = focused();
      const gives = key.to !== 'unallocated' && key.to !== 'uncounted';
      const next = chosen.length === 0 && gives ? newest() : undefined;
      const rows = next === undefined ? chosen : [next];
      const [first] = rows;
      if (first === undefined) {
        if (gives) corrections.say('ledger.noneToAssign');
      } else if (key.viewer)
        void corrections.assignViewer({ id: first.viewerId, name: first.viewerName }, key.to);
      else void corrections.assign(rows, key.to);
      onAssigned();
    };
    const release = assigning.map((action) => keys.bind(action, ({ shift }) => run(action, shift)));
    return () => {
      for (const each of release) each();
    };
  }, [keys]);
}
