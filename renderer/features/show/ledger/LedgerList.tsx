import { type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useVanillaStore } from '#renderer/data/hooks.ts';
import { chordLabel } from '#renderer/data/keys/chord.ts';
import { anchorChords } from '#renderer/data/keys/keyMap.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { useKeyMap } from '#renderer/kit/keys/useKey.ts';
import { VirtualList, type VirtualListHandle } from '#renderer/kit/list/VirtualList.tsx';
import { keptScroll } from '#renderer/kit/ui/useSavedScroll.ts';
import type { Target } from '#shared/contract/ledger.ts';
import type { Corrections } from './corrections.ts';
import styles from './GiftData.module.css';
import rowStyles from './LedgerLine.module.css';
import { LedgerLine } from './LedgerLine.tsx';
import { type LedgerFeed, savedTopRows } from './ledgerFeed.ts';
import { ledgerFilter } from './ledgerFilter.ts';
import { RowMenu } from './RowMenu.tsx';
import type { RowFocus } from './useRowFocus.ts';

/** Height of a row (px), the same as in LedgerLine.module.css. */
const ROW_HEIGHT = 30;
/** For how long (ms) after the last mouse move over the list the host counts as aiming at a row. */
const AIM_MS = 2_500;
/** Scroll offset (px) up to which the list counts as at the top. */
const TOP = 4;

export interface LedgerListProps {
  feed: LedgerFeed;
  focus: RowFocus;
  corrections: Corrections;
  targetName(target: Target): string;
  ref: Ref<VirtualListHandle>;
}

/**
 * The list of rows. While the host reads it or aims at a row, the list is pinned: new rows do not move it and are only
 * counted in a button above. Scrolled down, the list restores its rows when the host comes back to the tab.
 */
export function LedgerList({ feed, focus, corrections, targetName, ref }: LedgerListProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const map = useKeyMap();
  const pending = useVanillaStore(corrections.store, (state) => state.pending);
  const onlyViewer = useVanillaStore(ledgerFilter, (state) => state.onlyViewer);
  const change = useVanillaStore(ledgerFilter, (state) => state.change);
  const scrollKey = `ledger ${feed.showId}`;
  const [scrolled, setScrolled] = useState(() => keptScroll(scrollKey) > TOP);
  const [inside, setInside] = useState(false);
  const [menu, setMenu] = useState<{ index: number; at: { x: number; y: number } } | null>(null);
  const { aiming, onAim } = useAiming();
  const list = useRef<VirtualListHandle>(null);
  const { window } = feed;

  const pinned = scrolled || aiming || menu !== null || (inside && focus.index >= 0);
  useEffect(() => feed.pin(pinned), [feed, pinned]);
  useEffect(() => {
    // With a new filter, the list starts at the newest rows.
    savedTopRows.delete(feed.showId);
    return () => {
      const { pinnedRow } = feed.window;
      if (pinnedRow !== null && keptScroll(scrollKey) > TOP) savedTopRows.set(feed.showId, pinnedRow);
    };
  }, [feed, scrollKey]);

  const toTop = () => {
    focus.clear();
    setScrolled(false);
    feed.pin(false);
    list.current?.toTop();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') toTop();
    else if (event.key === ' ' && focus.index >= 0) {
      focus.focusRow(focus.index, { extend: false, toggle: true });
    } else return;
    event.preventDefault();
  };
  const row = menu === null ? undefined : window.rowAt(menu.index);
  return (
    <div className={styles.list}>
      <VirtualList
        ref={(handle) => {
          list.current = handle;
          if (typeof ref === 'function') ref(handle);
          else if (ref !== null && ref !== undefined) ref.current = handle;
        }}
        label={t('home.giftData')}
        scrollKey={scrollKey}
        hint={t('ledger.keys', {
          anchors: anchorChords(map),
          none: chordLabel(map['anchor.none']),
          uncount: chordLabel(map['ledger.uncount']),
          undo: chordLabel(map['ledger.undo']),
        })}
        count={window.count + (window.more ? 1 : 0)}
        rowHeight={ROW_HEIGHT}
        focused={focus.index}
        growsOnTop
        isSelected={(index) => focus.selected.has(window.rowAt(index)?.rowId ?? 0)}
        onFocusRow={focus.focusRow}
        onKey={onKey}
        onMenu={(index, at) => setMenu({ index, at })}
        onRange={feed.setVisible}
        onAim={onAim}
        onFocusChange={setInside}
        onScrolled={(top) => setScrolled(top > TOP)}
        render={(index) => {
          const each = window.rowAt(index);
          if (each === undefined) return <div className={`${rowStyles.row} ${rowStyles.unread} skeleton`} />;
          return (
            <LedgerLine
              row={each}
              pending={pending.has(each.rowId)}
              targetName={targetName}
              t={t}
              format={format}
            />
          );
        }}
      />
      {window.hidden > 0 && (
        <button type="button" className={styles.newRows} title={t('ledger.newJump')} onClick={toTop}>
          <i className="pi pi-arrow-up" aria-hidden="true" />
          {t('ledger.new', { shown: format.number(window.hidden) })}
        </button>
      )}
      {menu !== null && row !== undefined && (
        <RowMenu
          row={row}
          at={menu.at}
          rows={focus.rows()}
          onAssign={(to) => {
            void corrections.assign(focus.rows(), to);
            focus.clearSelection();
          }}
          onPlace={(round) => {
            void corrections.place(focus.rows(), round);
            focus.clearSelection();
          }}
          onAssignViewer={(to) =>
            void corrections.assignViewer({ id: row.viewerId, name: row.viewerName }, to)
          }
          onOnlyViewer={() => onlyViewer(row.viewerId, row.viewerName)}
          onOnlyGift={() => change({ giftId: row.giftId })}
          onUndo={() => void corrections.undo()}
          onUndoRow={() => void corrections.undoRow(row.rowId)}
          onClose={() => setMenu(null)}
        />
      )}
    </div>
  );
}

/** `aiming` is true until AIM_MS after the last mouse move over the list. */
function useAiming(): { aiming: boolean; onAim(): void } {
  const [aiming, setAiming] = useState(false);
  const timer = useRef(0);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const onAim = () => {
    setAiming(true);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setAiming(false), AIM_MS);
  };
  return { aiming, onAim };
}
