import { useEffect, useRef } from 'react';
import { usePlain, useRingside } from '#renderer/data/hooks.ts';
import { useKey } from '#renderer/kit/keys/useKey.ts';
import type { LedgerFilter } from '#shared/contract/ledger.ts';
import { Needs } from '../needs/Needs.tsx';
import type { Corrections } from './corrections.ts';
import { LedgerHead } from './LedgerHead.tsx';
import { LedgerList } from './LedgerList.tsx';
import { LedgerState } from './LedgerState.tsx';
import type { LedgerFeed } from './ledgerFeed.ts';
import { QueueStrip } from './QueueStrip.tsx';
import { UndoBar } from './UndoBar.tsx';
import { useAssignKeys } from './useAssignKeys.ts';
import { useFeed } from './useLedgerFeed.ts';
import { useRowFocus } from './useRowFocus.ts';
import { useAnchors, useTargetName } from './useTargetName.ts';
import type { VirtualListHandle } from './VirtualList.tsx';

export interface LedgerBodyProps {
  showId: string | null;
  filter: LedgerFilter;
  feed: LedgerFeed;
  /** The unallocated ones alone, whatever the filter is. */
  queue: LedgerFeed;
  corrections: Corrections;
  onSelected(rows: number): void;
}

/** The rows of the ledger and what needs the host: all that renders with every gift of a busy room. */
export function LedgerBody({ showId, filter, feed, queue, corrections, onSelected }: LedgerBodyProps) {
  const { readOnly } = useRingside();
  useFeed(feed);
  useFeed(queue);
  const focus = useRowFocus(feed);
  const pending = usePlain(corrections.store, (state) => state.pending);
  const anchors = useAnchors();
  const targetName = useTargetName();
  const list = useRef<VirtualListHandle>(null);
  const selected = focus.selected.size;

  useEffect(() => onSelected(selected), [onSelected, selected]);
  useKey('ledger.focus', () => list.current?.focus());
  const newest = queue.window.findNewest((row) => !pending.has(row.rowId));
  useAssignKeys({
    anchorIds: anchors.map(({ id }) => id),
    corrections,
    focused: () => (list.current?.hasFocus() === true ? focus.rows() : []),
    newest: () => newest,
    onAssigned: focus.clearSelection,
  });

  return (
    <>
      {!readOnly && newest !== undefined && anchors.length > 0 && (
        <QueueStrip newest={newest} onAssign={(row, to) => void corrections.assign([row], to)} />
      )}
      {!readOnly && <Needs showId={showId} />}
      <LedgerHead />
      <div className="ledger__rows">
        <LedgerState feed={feed} filter={filter}>
          <LedgerList
            ref={list}
            feed={feed}
            focus={focus}
            corrections={corrections}
            targetName={targetName}
          />
        </LedgerState>
      </div>
      <UndoBar corrections={corrections} targetName={targetName} />
    </>
  );
}
