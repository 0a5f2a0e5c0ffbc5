import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside, useShow, useShowPhase } from '#renderer/data/hooks.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { useKey } from '#renderer/kit/keys/useKey.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import { Select } from '#renderer/kit/ui/Select.tsx';
import type { LedgerRow } from '#shared/contract/ledger.ts';
import type { WaitingGroup } from '#shared/game/waiting.ts';
import type { Corrections } from '../ledger/corrections.ts';
import { useLinked } from '../room/lineState.ts';
import pageStyles from '../ShowPage.module.css';
import { AssignBar } from './AssignBar.tsx';
import styles from './NeedsQueue.module.css';
import { useNeeds } from './needsStore.ts';
import { QueueRows } from './QueueRow.tsx';
import { scrollWithin } from './scrollWithin.ts';
import { useQueue } from './useQueue.ts';
import { smallRows } from './waitingRows.ts';

/** Number of rendered groups. The list renders more as the cursor moves down. */
const SHOWN = 40;
const BEYOND_CURSOR = 20;

/** The group that the keys of the page act on. */
export type WaitingRef = RefObject<WaitingGroup | undefined>;

export interface NeedsQueueProps {
  corrections: Corrections;
  cursor: WaitingRef;
  /** Stands between the rows and the buttons. */
  strips: ReactNode;
}

/**
 * The panel of the gifts that wait for a decision of the host. It takes its place as soon as the session can start, so
 * that the start moves nothing.
 */
export function NeedsQueue(props: NeedsQueueProps) {
  const { readOnly } = useRingside();
  const { showId } = useShowPhase();
  const possible = useShow(({ status, preset }) => status !== 'initialization' && preset !== null);
  return readOnly || !possible ? null : <OpenQueue key={showId} {...props} />;
}

function OpenQueue({ corrections, cursor: current, strips }: NeedsQueueProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const before = useShow(({ status }) => status === 'ready');
  const queue = useQueue(corrections, (index) => Math.max(SHOWN, index + BEYOND_CURSOR));
  const { cursor, group, waiting } = queue;
  const { groups, index, keyed } = cursor;
  const list = useRef<HTMLUListElement>(null);
  const panel = useRef<HTMLDivElement>(null);

  useEffect(() => {
    current.current = keyed;
    return () => {
      current.current = undefined;
    };
  }, [current, keyed]);
  useArrowKeys(panel, { move: (by) => cursor.choose(index + by), toTop: cursor.toTop });
  const empty = group === undefined;
  useEffect(() => {
    const box = list.current;
    if (empty || box === null) return;
    const show = () => scrollWithin(box, box.children[index]);
    show();
    if (!('ResizeObserver' in window)) return;
    // The strips below the list change its height.
    const observer = new ResizeObserver(show);
    observer.observe(box);
    return () => observer.disconnect();
  }, [index, empty]);
  const lateGroup = group?.late === true ? group : groups.find(({ late }) => late);
  const countLate = () => lateGroup !== undefined && void corrections.countLate(lateGroup.rows);
  const leaveLate = () => lateGroup !== undefined && void corrections.leaveLate(lateGroup.rows);
  useKey('late.accept', countLate, lateGroup !== undefined);
  useKey('late.leave', leaveLate, lateGroup !== undefined);
  const suggested = group === undefined ? null : queue.suggestionOf(group);

  return (
    <Panel
      title={t('ledger.queue')}
      className={`${pageStyles.queue} ${before ? pageStyles.before : ''} ${styles.panel}`}
      body="held"
      badge={
        queue.rows > 0 && (
          <span
            className="count count--needed"
            title={t('queue.count', { count: queue.rows, shown: number(queue.rows) })}
          >
            {number(queue.rows)}
          </span>
        )
      }
      actions={<Sweep groups={waiting} onSweep={(rows) => void corrections.sweep(rows)} />}
    >
      <div ref={panel} className={styles.body} onPointerMove={cursor.aim} onPointerLeave={cursor.release}>
        {group === undefined ? (
          <p className={styles.empty}>
            <i className="pi pi-check-circle" aria-hidden="true" /> {t('queue.empty')}
          </p>
        ) : (
          <ul className={styles.list} ref={list} aria-description={t('queue.keys')}>
            <QueueRows queue={queue} rest={styles.rest} />
          </ul>
        )}
        {strips}
        <AssignBar
          group={group}
          suggested={suggested?.anchorId ?? null}
          onAssign={(to) => queue.decide(({ rows }) => void corrections.assign(rows, to))}
          onCountLate={() => queue.decide(({ rows }) => void corrections.countLate(rows))}
          onLeaveLate={() => queue.decide(({ rows }) => void corrections.leaveLate(rows))}
        />
      </div>
    </Panel>
  );
}

interface ArrowActions {
  move(by: number): void;
  toTop(): void;
}

/** Arrow keys move the cursor, and Escape brings it to the top, unless another part of the page has the focus. */
function useArrowKeys(panel: RefObject<HTMLElement | null>, actions: ArrowActions): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const onKey = (event: KeyboardEvent) => {
      const { target, key } = event;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (
        !(target instanceof Element) ||
        (target !== document.body && panel.current?.contains(target) !== true)
      )
        return;
      if (target.closest('[role="combobox"], input, select') !== null) return;
      const step = steps[key];
      if (step !== undefined) latest.current.move(step);
      else if (key === 'Escape') latest.current.toTop();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [panel]);
}

/** Thresholds of the sweep in votes. */
const thresholds = [5, 10, 50, 100, 500, 1000] as const;

interface SweepProps {
  groups: readonly WaitingGroup[];
  onSweep(rows: readonly LedgerRow[]): void;
}

/** Leaves all small gifts unallocated in one step. */
function Sweep({ groups, onSweep }: SweepProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const under = useNeeds((state) => state.sweepUnder);
  const setUnder = useNeeds((state) => state.setSweepUnder);
  const rows = smallRows(groups, under);
  const linked = useLinked();
  return (
    <>
      <Select
        label={t('queue.sweepLabel')}
        value={String(under)}
        options={thresholds.map((votes) => ({
          value: String(votes),
          label: t('queue.under', { shown: number(votes) }),
        }))}
        onChange={(value) => setUnder(Number(value))}
      />
      <Button
        small
        look="outlined"
        label={t('queue.sweep', { shown: number(rows.length) })}
        disabled={rows.length === 0 || !linked}
        onClick={() => onSweep(rows)}
      />
    </>
  );
}
