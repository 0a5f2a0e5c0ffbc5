import { type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlain } from '#renderer/data/hooks.ts';
import { chordLabel } from '#renderer/data/keys/chord.ts';
import { anchorChords } from '#renderer/data/keys/keyMap.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { useKeyMap } from '#renderer/kit/keys/useKey.ts';
import { keptScroll } from '#renderer/kit/ui/useKeptScroll.ts';
import type { Target } from '#shared/contract/ledger.ts';
import type { Corrections } from './corrections.ts';
import { ledgerFilter } from './filterStore.ts';
import { LedgerLine } from './LedgerLine.tsx';
import type { LedgerFeed } from './ledgerFeed.ts';
import { RowMenu } from './RowMenu.tsx';
import { leftAt } from './useLedgerFeed.ts';
import type { RowFocus } from './useRowFocus.ts';
import { VirtualList, type VirtualListHandle } from './VirtualList.tsx';

/** Height of a row in px, as in ledger.css. */
const ROW = 30;
/** So long after the last move of the mouse over the list a host may still be aiming at a row. */
const AIM_MS = 2_500;
/** Scrolled no further than this is at the top. */
const TOP = 4;

export interface LedgerListProps {
  feed: LedgerFeed;
  focus: RowFocus;
  corrections: Corrections;
  targetName(target: Target): string;
  ref: Ref<VirtualListHandle>;
}

/**
 * The rows. While they are read or aimed at they do not move; what arrives meanwhile is counted above. A host who comes
 * back to the tab finds the newest rows, or the rows that were read when the tab was left.
 */
export function LedgerList({ feed, focus, corrections, targetName, ref }: LedgerListProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const map = useKeyMap();
  const pending = usePlain(corrections.store, (state) => state.pending);
  const onlyViewer = usePlain(ledgerFilter, (state) => state.onlyViewer);
  const change = usePlain(ledgerFilter, (state) => state.change);
  const scrollKey = `ledger ${feed.showId}`;
  const [scrolled, setScrolled] = useState(() => keptScroll(scrollKey) > TOP);
  const [inside, setInside] = useState(false);
  const [menu, setMenu] = useState<{ index: number; at: { x: number; y: number } } | null>(null);
  const { aiming, onAim } = useAiming();
  const list = useRef<VirtualListHandle>(null);
  const { window } = feed;

  const held = scrolled || aiming || menu !== null || (inside && focus.index >= 0);
  useEffect(() => feed.pin(held), [feed, held]);
  useEffect(() => {
    // Another filter begins at its newest rows.
    leftAt.delete(feed.showId);
    return () => {
      const { pinnedRow } = feed.window;
      if (pinnedRow !== null && keptScroll(scrollKey) > TOP) leftAt.set(feed.showId, pinnedRow);
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
    <div className="llist">
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
        rowHeight={ROW}
        focused={focus.index}
        growsOnTop
        isSelected={(index) => focus.selected.has(window.rowAt(index)?.rowId ?? 0)}
        onFocusRow={focus.focusRow}
        onKey={onKey}
        onMenu={(index, at) => setMenu({ index, at })}
        onRange={feed.see}
        onAim={onAim}
        onFocusChange={setInside}
        onScrolled={(top) => setScrolled(top > TOP)}
        render={(index) => {
          const each = window.rowAt(index);
          if (each === undefined) return <div className="lrow lrow--unread skeleton" />;
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
        <button type="button" className="llist__new" title={t('ledger.newJump')} onClick={toTop}>
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

/** True while the mouse moves over the list, and for a moment after. */
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
