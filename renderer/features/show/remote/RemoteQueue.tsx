import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useShow } from '#renderer/data/hooks.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { Face } from '#renderer/kit/ui/Face.tsx';
import type { LedgerRow, Target } from '#shared/contract/ledger.ts';
import { type Side, sides } from '#shared/contract/round.ts';
import { shownRound } from '#shared/game/round/view.ts';
import type { GameState } from '#shared/game/state.ts';
import type { WaitingGroup } from '#shared/game/waiting.ts';
import type { Corrections } from '../ledger/corrections.ts';
import { useAnchors, useRowSides, useShowSides } from '../ledger/moveTargets.ts';
import { QueueRows } from '../needs/QueueRow.tsx';
import { useQueue } from '../needs/useQueue.ts';
import { useLinked } from '../room/lineState.ts';
import styles from './Remote.module.css';

/** Number of viewers that the phone lists. */
const SHOWN = 20;
const noRows: readonly LedgerRow[] = [];

/**
 * The waiting gifts and the buttons that decide the selected ones. The list does not move under a finger. If the cursor
 * moves by itself, the buttons still decide the former gifts for a moment: a tap that was on its way is meant for them.
 */
export function RemoteQueue({ corrections }: { corrections: Corrections }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const queue = useQueue(corrections, (index) => Math.max(SHOWN, index + 1));
  const { cursor, suggestionOf } = queue;
  const group = cursor.keyed;
  const linked = useLinked();
  const suggested = group === undefined ? null : suggestionOf(group);
  const decide = (act: (rows: readonly LedgerRow[]) => void) => {
    if (group === undefined) return;
    cursor.release();
    act(group.rows);
  };
  const assign = (to: Target) => decide((rows) => void corrections.assign(rows, to));
  return (
    <section
      className={styles.queue}
      aria-label={t('ledger.queue')}
      onPointerDown={cursor.aim}
      onPointerMove={cursor.aim}
    >
      <h2 className={styles.queueHead}>
        {t('ledger.queue')}
        {queue.rows > 0 && (
          <span className="count count--needed">
            {t('queue.count', { count: queue.rows, shown: number(queue.rows) })}
          </span>
        )}
      </h2>
      {group === undefined ? (
        <p className={styles.nothing}>
          <i className="pi pi-check-circle" aria-hidden="true" /> {t('queue.empty')}
        </p>
      ) : (
        <ul className={styles.list}>
          <QueueRows queue={queue} rest={styles.rest} />
        </ul>
      )}
      <div className={group === undefined ? `${styles.decisions} ${styles.idle}` : styles.decisions}>
        <AnchorButtons
          suggested={suggested?.anchorId ?? null}
          disabled={group === undefined || !linked}
          onAssign={assign}
        />
        <OtherButtons
          group={group}
          disabled={group === undefined || !linked}
          onAssign={assign}
          onCountLate={() => decide((rows) => void corrections.countLate(rows))}
          onLeaveLate={() => decide((rows) => void corrections.leaveLate(rows))}
        />
      </div>
    </section>
  );
}

interface OtherButtonsProps {
  /** The gifts that the buttons decide; undefined if nothing waits. */
  group: WaitingGroup | undefined;
  disabled: boolean;
  onAssign(to: Target): void;
  onCountLate(): void;
  onLeaveLate(): void;
}

/**
 * A button for each side, nobody, and "not counted". The sides keep their places for gifts that they cannot get. For
 * late gifts, the last two places belong to the decision about their round.
 */
function OtherButtons({ group, disabled, onAssign, onCountLate, onLeaveLate }: OtherButtonsProps) {
  const { t } = useTranslation();
  const hasSides = useShowSides();
  const rowSides = useRowSides(group?.rows ?? noRows);
  const place = (to: Side | 'unallocated' | 'uncounted', possible: boolean) => (
    <button
      key={to}
      type="button"
      className={`${styles.other} ${to === 'attacker' || to === 'defender' ? `lead--${to}` : ''}`}
      title={t('ledger.giveTo', { target: t(`ledger.target.${to}`) })}
      disabled={!possible}
      onClick={() => onAssign(to)}
    >
      {to === 'unallocated' ? t('queue.nobody') : t(`ledger.target.${to}`)}
    </button>
  );
  return (
    <div className={styles.others}>
      {hasSides && sides.map((side) => place(side, !disabled && rowSides.includes(side)))}
      {group?.late === true ? (
        <>
          <button
            type="button"
            className={`${styles.other} ${styles.count}`}
            title={t('late.accept')}
            aria-label={t('late.accept')}
            disabled={disabled}
            onClick={onCountLate}
          >
            {t(hasSides ? 'late.acceptShort' : 'late.accept')}
          </button>
          <button
            type="button"
            className={`${styles.other} ${styles.leave}`}
            title={t('late.leave')}
            aria-label={t('late.leave')}
            disabled={disabled}
            onClick={onLeaveLate}
          >
            {t(hasSides ? 'late.leaveShort' : 'late.leave')}
          </button>
        </>
      ) : (
        (['unallocated', 'uncounted'] as const).map((to) => place(to, !disabled))
      )}
    </div>
  );
}

interface AnchorButtonsProps {
  /** Id of the suggested anchor. */
  suggested: string | null;
  disabled: boolean;
  onAssign(to: Target): void;
}

/** A button for each anchor with face and name, in the colour of the anchor's side. */
function AnchorButtons({ suggested, disabled, onAssign }: AnchorButtonsProps) {
  const { t } = useTranslation();
  const anchors = useAnchors();
  const sideOf = useShow(sideTexts);
  const box = useRef<HTMLDivElement>(null);
  // The box scrolls from its end: if it becomes lower, its buttons stay. Begin at the first anchor all the same.
  useLayoutEffect(() => {
    if (box.current !== null) box.current.scrollTop = -box.current.scrollHeight;
  }, []);
  return (
    <div className={styles.anchors} ref={box}>
      <div className={styles.grid}>
        {anchors.map(({ id, nickname, avatar, username }, index) => (
          <button
            key={id}
            type="button"
            className={`${styles.anchor} ${styles[sideOf[index] ?? ''] ?? ''} ${id === suggested ? styles.suggested : ''}`}
            title={t('ledger.giveTo', { target: nickname })}
            disabled={disabled}
            onClick={() => onAssign(`anchor:${id}`)}
          >
            <Face avatar={avatar} username={username} name={nickname} />
            <span className={styles.anchorName}>{nickname}</span>
          </button>
        ))}
      </div>
    </div>
  );
}

/** The side of each anchor in the shown battle, in the order of the preset; '' for none. */
function sideTexts(state: GameState): (Side | '')[] {
  const round = shownRound(state);
  if (round?.kind !== 'battle') return [];
  return (state.preset?.anchors ?? []).map(
    ({ id }) => sides.find((side) => round[side].anchors.includes(id)) ?? '',
  );
}
