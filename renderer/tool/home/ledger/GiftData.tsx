import './ledger.css';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LedgerFilter } from '#shared/contract/ledger.ts';
import { useFormat, usePlain, useRingside, useShow, useShowPhase } from '../../../app/hooks.ts';
import { useKey } from '../../../keys/useKey.ts';
import { Button } from '../../../ui/Button.tsx';
import { KeyCap } from '../../../ui/KeyCap.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Needs } from '../needs/Needs.tsx';
import { Corrections } from './corrections.ts';
import { ledgerFilter } from './filterStore.ts';
import { isFiltered, LedgerFilters, ViewerSearch } from './LedgerFilters.tsx';
import { LedgerHead } from './LedgerHead.tsx';
import { LedgerList } from './LedgerList.tsx';
import { LedgerState } from './LedgerState.tsx';
import { QueueStrip } from './QueueStrip.tsx';
import { UndoBar } from './UndoBar.tsx';
import { useAssignKeys } from './useAssignKeys.ts';
import { useLedgerFeed } from './useLedgerFeed.ts';
import { useRowFocus } from './useRowFocus.ts';
import { useAnchors, useTargetName } from './useTargetName.ts';
import type { VirtualListHandle } from './VirtualList.tsx';

const queueFilter: LedgerFilter = { target: 'unallocated' };
const QUEUE_PAGE = 40;

/** Gift Data: every gift of the show, whom it counts for and why, and what the host has still to decide. */
export default function GiftData() {
  const { t } = useTranslation();
  const format = useFormat();
  const ringside = useRingside();
  const { showId } = useShowPhase();
  const { filter, change, enterShow } = usePlain(ledgerFilter, (state) => state);
  const unallocated = useShow((state) => state.targets.get('unallocated')?.rows ?? 0);
  const [corrections] = useState(() => new Corrections(ringside));
  const [open, setOpen] = useState(false);
  const feed = useLedgerFeed(showId, filter);
  const queue = useLedgerFeed(showId, queueFilter, QUEUE_PAGE);
  const focus = useRowFocus(feed);
  const pending = usePlain(corrections.store, (state) => state.pending);
  const anchors = useAnchors();
  const targetName = useTargetName();
  const list = useRef<VirtualListHandle>(null);
  const queueOnly = filter.target === 'unallocated';

  useEffect(() => enterShow(showId), [enterShow, showId]);
  useEffect(() => corrections.follow(), [corrections]);
  useKey('ledger.focus', () => list.current?.focus());
  useKey('ledger.unallocated', () => change({ target: queueOnly ? undefined : 'unallocated' }));
  const newest = queue.window.findNewest((row) => !pending.has(row.rowId));
  useAssignKeys({
    anchorIds: anchors.map(({ id }) => id),
    corrections,
    focused: () => (list.current?.hasFocus() === true ? focus.rows() : []),
    newest: () => newest,
    onAssigned: focus.clearSelection,
  });

  const widened = open || isFiltered(filter);
  return (
    <Panel
      title={t('home.giftData')}
      className="ledger"
      body="held"
      badge={
        <button
          type="button"
          className={unallocated > 0 ? 'chip chip--toggle chip--needed' : 'chip chip--toggle'}
          aria-pressed={queueOnly}
          title={t('ledger.unallocatedOnly')}
          onClick={() => change({ target: queueOnly ? undefined : 'unallocated' })}
        >
          {t('ledger.unallocated')} <b>{format.number(unallocated)}</b>
          <KeyCap action="ledger.unallocated" />
        </button>
      }
      actions={
        <>
          {focus.selected.size > 0 && (
            <span className="chip">
              {t('ledger.selected', { shown: format.number(focus.selected.size) })}
            </span>
          )}
          <ViewerSearch />
          <Button
            small
            look="text"
            icon="filter"
            ariaLabel={t('ledger.filter.open')}
            pressed={widened}
            onClick={() => setOpen(!widened)}
          />
        </>
      }
    >
      {widened && <LedgerFilters total={feed.window.total} />}
      {newest !== undefined && anchors.length > 0 && (
        <QueueStrip newest={newest} onAssign={(row, to) => void corrections.assign([row], to)} />
      )}
      <Needs showId={showId} />
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
    </Panel>
  );
}
