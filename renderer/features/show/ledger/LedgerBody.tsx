import { memo, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside, useShowPhase, useVanillaStore } from '#renderer/data/hooks.ts';
import { useProblemText } from '#renderer/kit/i18n/useText.ts';
import { useKey } from '#renderer/kit/keys/useKey.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { EmptyState } from '#renderer/kit/ui/EmptyState.tsx';
import type { LedgerFilter } from '#shared/contract/ledger.ts';
import { EmptyList } from '../EmptyList.tsx';
import { Needs } from '../needs/Needs.tsx';
import { useAssignKeys } from './assignKeys.ts';
import type { Corrections } from './corrections.ts';
import { LedgerList } from './LedgerList.tsx';
import { type LedgerFeed, useFeed } from './ledgerFeed.ts';
import { isFiltered, ledgerFilter } from './ledgerFilter.ts';
import { QueueStrip } from './QueueStrip.tsx';
import { UndoBar } from './UndoBar.tsx';
import { useRowFocus } from './useRowFocus.ts';
import { useAnchors, useTargetName } from './useTargetName.ts';
import type { VirtualListHandle } from './VirtualList.tsx';

export interface LedgerBodyProps {
  showId: string | null;
  filter: LedgerFilter;
  feed: LedgerFeed;
  /** The unallocated rows, independent of the filter. */
  queue: LedgerFeed;
  corrections: Corrections;
  onSelected(rows: number): void;
}

/** The ledger's rows, the strips above them and the undo bar. Re-renders with every gift. */
export function LedgerBody({ showId, filter, feed, queue, corrections, onSelected }: LedgerBodyProps) {
  const { readOnly } = useRingside();
  useFeed(feed);
  useFeed(queue);
  const focus = useRowFocus(feed);
  const pending = useVanillaStore(corrections.store, (state) => state.pending);
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

/** The column titles. Hidden from screen readers: the rows have labels. */
const LedgerHead = memo(function LedgerHead() {
  const { t } = useTranslation();
  return (
    <div className="lrow lrow--head" aria-hidden="true">
      <span className="lrow__time">{t('ledger.col.time')}</span>
      <span className="lrow__viewer clip">{t('ledger.col.viewer')}</span>
      <span className="lrow__gift clip">{t('ledger.col.gift')}</span>
      <span className="lrow__count num">{t('ledger.col.count')}</span>
      <span className="lrow__diamonds num">{t('ledger.col.diamonds')}</span>
      <span className="lrow__votes num">{t('ledger.col.votes')}</span>
      <span className="lrow__to clip">{t('ledger.col.to')}</span>
      <span className="lrow__why clip">{t('ledger.col.why')}</span>
    </div>
  );
});

/** Shows the rows, or an empty state that says why there are none. */
function LedgerState({
  feed,
  filter,
  children,
}: {
  feed: LedgerFeed;
  filter: LedgerFilter;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const { phase, showId } = useShowPhase();
  const problemText = useProblemText();
  const clear = useVanillaStore(ledgerFilter, (state) => state.clear);
  const { window, problem } = feed;

  if (showId === null && phase === 'none') {
    return <EmptyState icon="gift" title={t('ledger.noShow.title')} text={t('ledger.noShow.text')} />;
  }
  if (problem !== null) {
    return (
      <EmptyState icon="exclamation-triangle" title={t('ledger.failed.title')} text={problemText(problem)}>
        <Button look="outlined" icon="refresh" label={t('ledger.retry')} onClick={feed.retry} />
      </EmptyState>
    );
  }
  if (window.total === null) return <LoadingRows />;
  // Keep a pinned list on screen, even if all of its rows have been moved out of the filter.
  if (window.total > 0 || window.hidden > 0) return children;
  if (filter.target === 'unallocated' && Object.keys(filter).length === 1) {
    return (
      <EmptyState icon="check-circle" title={t('ledger.allDone.title')} text={t('ledger.allDone.text')} />
    );
  }
  if (!isFiltered(filter)) return <EmptyList icon="gift" list="ledger" />;
  return (
    <EmptyState icon="filter" title={t('ledger.nothing.title')} text={t('ledger.nothing.text')}>
      <Button look="outlined" icon="filter-slash" label={t('ledger.filter.clear')} onClick={clear} />
    </EmptyState>
  );
}

const placeholders = [0, 1, 2, 3, 4, 5, 6, 7];

/** Placeholder rows while the first page is read, so that the layout does not jump. */
function LoadingRows() {
  return (
    <div className="llist llist--unread" aria-busy="true">
      {placeholders.map((place) => (
        <div key={place} className="lrow lrow--unread skeleton" />
      ))}
    </div>
  );
}
