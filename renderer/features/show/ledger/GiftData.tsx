import { memo, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShowPhase, useSums, useVanillaStore } from '#renderer/data/hooks.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { useProblemText } from '#renderer/kit/i18n/useText.ts';
import { useKey } from '#renderer/kit/keys/useKey.ts';
import type { VirtualListHandle } from '#renderer/kit/list/VirtualList.tsx';
import { Button, KeyCap } from '#renderer/kit/ui/Button.tsx';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import { EmptyState } from '#renderer/kit/ui/placeholders.tsx';
import type { LedgerFilter } from '#shared/contract/ledger.ts';
import { EmptyList } from '../EmptyList.tsx';
import type { WaitingRef } from '../needs/NeedsQueue.tsx';
import { useAssignKeys } from './assignKeys.ts';
import type { Corrections } from './corrections.ts';
import styles from './GiftData.module.css';
import { LedgerFilters, ViewerSearch } from './LedgerFilters.tsx';
import rowStyles from './LedgerLine.module.css';
import { LedgerList } from './LedgerList.tsx';
import { type LedgerFeed, useFeed, useGiftDataFeed } from './ledgerFeed.ts';
import { isFiltered, ledgerFilter } from './ledgerFilter.ts';
import { useAnchors, useTargetName } from './moveTargets.ts';
import { UndoBar } from './UndoBar.tsx';
import { useRowFocus } from './useRowFocus.ts';

export interface GiftDataProps {
  corrections: Corrections;
  cursor: WaitingRef;
  /** Stands below the rows. */
  strips?: ReactNode;
}

/** The panel Gift Data: every gift of the show, its target and the reason. */
export function GiftData({ corrections, cursor, strips }: GiftDataProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { showId } = useShowPhase();
  const { filter, enterShow } = useVanillaStore(ledgerFilter, (state) => state);
  const [open, setOpen] = useState(false);
  const [selected, setSelected] = useState(0);
  const feed = useGiftDataFeed(showId, filter);

  useEffect(() => enterShow(showId), [enterShow, showId]);

  const expanded = open || isFiltered(filter);
  return (
    <Panel
      title={t('home.giftData')}
      className={styles.ledger}
      body="held"
      badge={<UnallocatedOnly />}
      actions={
        <>
          {selected > 0 && (
            <span className="chip">{t('ledger.selected', { shown: format.number(selected) })}</span>
          )}
          <ViewerSearch />
          <Button
            small
            look="text"
            icon="filter"
            ariaLabel={t('ledger.filter.open')}
            pressed={expanded}
            onClick={() => setOpen(!expanded)}
          />
        </>
      }
    >
      <div className={styles.body}>
        {expanded && <LedgerFilters feed={feed} />}
        <LedgerBody
          filter={filter}
          feed={feed}
          corrections={corrections}
          cursor={cursor}
          onSelected={setSelected}
        />
      </div>
      {strips}
    </Panel>
  );
}

/** Number of unallocated gifts; a click filters the list by them. */
function UnallocatedOnly() {
  const { t } = useTranslation();
  const format = useFormat();
  const { filter, change } = useVanillaStore(ledgerFilter, (state) => state);
  const unallocated = useSums((state) => state.targets.get('unallocated')?.rows ?? 0);
  const only = filter.target === 'unallocated';
  const toggle = () => change({ target: only ? undefined : 'unallocated' });
  useKey('ledger.unallocated', toggle);
  return (
    <button
      type="button"
      className={unallocated > 0 ? 'chip chip--toggle chip--needed' : 'chip chip--toggle'}
      aria-pressed={only}
      title={t('ledger.unallocatedOnly')}
      onClick={toggle}
    >
      {t('ledger.unallocated')} <b>{format.number(unallocated)}</b>
      <KeyCap action="ledger.unallocated" />
    </button>
  );
}

interface LedgerBodyProps {
  filter: LedgerFilter;
  feed: LedgerFeed;
  corrections: Corrections;
  /** The waiting gifts that the keys act on while no row has the focus. */
  cursor: WaitingRef;
  onSelected(rows: number): void;
}

/** The ledger's rows and the undo bar. A component of its own, because it renders with every gift. */
function LedgerBody({ filter, feed, corrections, cursor, onSelected }: LedgerBodyProps) {
  useFeed(feed);
  const focus = useRowFocus(feed);
  const anchors = useAnchors();
  const targetName = useTargetName();
  const list = useRef<VirtualListHandle>(null);
  const selected = focus.selected.size;

  useEffect(() => onSelected(selected), [onSelected, selected]);
  useKey('ledger.focus', () => {
    list.current?.focus();
    // The next key can act on the newest gift, such as one that came while the session was paused.
    if (focus.index < 0) focus.focusRow(0, { extend: false, toggle: false });
  });
  useAssignKeys({
    anchorIds: anchors.map(({ id }) => id),
    corrections,
    focused: () => (list.current?.hasFocus() === true ? focus.rows() : []),
    waiting: () => cursor.current,
    onAssigned: focus.clearSelection,
  });

  return (
    <>
      <LedgerHead />
      <div className={styles.rows} data-ledger>
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
    <div className={`${rowStyles.row} ${rowStyles.head}`} aria-hidden="true">
      <span className={rowStyles.time}>{t('ledger.col.time')}</span>
      <span className={`${rowStyles.viewer} clip`}>{t('ledger.col.viewer')}</span>
      <span className={`${rowStyles.gift} clip`}>{t('ledger.col.gift')}</span>
      <span className={`${rowStyles.count} num`}>{t('ledger.col.count')}</span>
      <span className={`${rowStyles.diamonds} num`}>{t('ledger.col.diamonds')}</span>
      <span className={`${rowStyles.votes} num`}>{t('ledger.col.votes')}</span>
      <span className={`${rowStyles.to} clip`}>{t('ledger.col.to')}</span>
      <span className={`${rowStyles.why} clip`}>{t('ledger.col.why')}</span>
    </div>
  );
});

/** Shows the rows, or an empty state with the reason why there are none. */
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
    <div className={`${styles.list} ${styles.unread}`} aria-busy="true">
      {placeholders.map((place) => (
        <div key={place} className={`${rowStyles.row} ${rowStyles.unread} skeleton`} />
      ))}
    </div>
  );
}
