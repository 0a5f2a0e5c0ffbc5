import { memo, type ReactNode, useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Chord, chordForReaders, chordLabel } from '#renderer/data/keys/chord.ts';
import { chordAt } from '#renderer/data/keys/keyMap.ts';
import { useKeyMap } from '#renderer/kit/keys/useKey.ts';
import type { LedgerRow, Target } from '#shared/contract/ledger.ts';
import type { Side } from '#shared/contract/round.ts';
import { anchorIdOf } from '#shared/game/table.ts';
import type { WaitingGroup } from '#shared/game/waiting.ts';
import { useAnchors, useRowSides, useShowSides } from '../ledger/moveTargets.ts';
import { useLinked } from '../room/lineState.ts';
import styles from './AssignBar.module.css';
import { scrollWithin } from './scrollWithin.ts';

const noRows: readonly LedgerRow[] = [];

export interface AssignBarProps {
  /** The group at the cursor; undefined if nothing waits. */
  group: WaitingGroup | undefined;
  /** Id of the suggested anchor. */
  suggested: string | null;
  onAssign(to: Target): void;
  onCountLate(): void;
  onLeaveLate(): void;
}

/** The decisions on the gifts at the cursor, each with its key. Keeps its place while nothing waits. */
export function AssignBar({ group, suggested, onAssign, onCountLate, onLeaveLate }: AssignBarProps) {
  const rowSides = useRowSides(group?.rows ?? noRows);
  // The sides keep their places for gifts that they cannot get, so that the cursor moves no button.
  const hasSides = useShowSides();
  // A stable callback, so that the buttons do not render with each gift.
  const latest = useRef({ onAssign, onCountLate, onLeaveLate });
  useEffect(() => {
    latest.current = { onAssign, onCountLate, onLeaveLate };
  });
  const assign = useCallback((to: Target) => latest.current.onAssign(to), []);
  const countLate = useCallback(() => latest.current.onCountLate(), []);
  const leaveLate = useCallback(() => latest.current.onLeaveLate(), []);
  const late = group?.late === true;
  const linked = useLinked();
  const beside = useAnchors().length > BESIDE;
  return (
    <div
      className={group === undefined ? `${styles.bar} ${styles.idle}` : styles.bar}
      data-beside={beside || undefined}
    >
      <Targets
        hasSides={hasSides}
        sides={rowSides}
        suggested={suggested}
        late={late}
        disabled={group === undefined || !linked}
        onAssign={assign}
        onCountLate={countLate}
        onLeaveLate={leaveLate}
      />
    </div>
  );
}

/** With more anchors than this, the bar stands beside the list on a low screen, so that both have room. */
const BESIDE = 8;
/** With more anchors than this, they scroll, so that the other decisions stay in sight. */
const MANY = 12;

const bothSides: readonly Side[] = ['attacker', 'defender'];

interface TargetsProps {
  /** Whether the sides have buttons. */
  hasSides: boolean;
  /** The sides that the gifts can be assigned to: both in a battle, else none. */
  sides: readonly Side[];
  suggested: string | null;
  late: boolean;
  /** Whether nothing waits, or nothing can be decided because this screen has no connection. */
  disabled: boolean;
  onAssign(to: Target): void;
  onCountLate(): void;
  onLeaveLate(): void;
}

/**
 * A button for each anchor (the first nine with a key), each side, nobody, and "not counted". For late gifts, the last
 * two places belong to the decision about their round, so that no button moves.
 */
const Targets = memo(function Targets(props: TargetsProps) {
  const { hasSides, sides, suggested, late, disabled, onAssign, onCountLate, onLeaveLate } = props;
  const { t } = useTranslation();
  const anchors = useAnchors();
  const keys = useKeyMap();
  const anchorButtons = anchors.map((anchor, index) => (
    <AssignButton
      key={anchor.id}
      to={`anchor:${anchor.id}`}
      name={anchor.nickname}
      suggested={anchor.id === suggested}
      chord={index < 9 ? chordAt(keys, index + 1) : null}
      disabled={disabled}
      onAssign={onAssign}
    />
  ));
  const many = anchors.length > MANY;
  return (
    <>
      {many && (
        <ManyAnchors suggestedAt={anchors.findIndex(({ id }) => id === suggested)}>
          {anchorButtons}
        </ManyAnchors>
      )}
      <div className={styles.targets}>
        {!many && anchorButtons}
        {(hasSides ? bothSides : []).map((side) => (
          <AssignButton
            key={side}
            to={side}
            name={t(`ledger.target.${side}`)}
            chord={keys[`side.${side}`]}
            disabled={disabled || !sides.includes(side)}
            onAssign={onAssign}
          />
        ))}
        {late ? (
          <>
            <DecisionButton
              className={`${styles.fixed} ${styles.count}`}
              words={t('late.acceptShort')}
              name={t('late.accept')}
              chord={keys['late.accept']}
              disabled={disabled}
              onClick={onCountLate}
            />
            <DecisionButton
              className={styles.fixed}
              words={t('late.leaveShort')}
              name={t('late.leave')}
              chord={keys['late.leave']}
              disabled={disabled}
              onClick={onLeaveLate}
            />
          </>
        ) : (
          <>
            <AssignButton
              to="unallocated"
              name={t('queue.nobody')}
              chord={keys['anchor.none']}
              disabled={disabled}
              onAssign={onAssign}
            />
            <AssignButton
              to="uncounted"
              name={t('ledger.target.uncounted')}
              chord={keys['ledger.uncount']}
              disabled={disabled}
              onAssign={onAssign}
            />
          </>
        )}
      </div>
    </>
  );
});

/** The buttons of many anchors in a box that scrolls, with the suggested one in sight. */
function ManyAnchors({ suggestedAt, children }: { suggestedAt: number; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (box.current !== null) scrollWithin(box.current, box.current.children[suggestedAt]);
  }, [suggestedAt]);
  return (
    <div ref={box} className={`${styles.targets} ${styles.many}`}>
      {children}
    </div>
  );
}

interface AssignButtonProps {
  to: Target;
  name: string;
  suggested?: boolean;
  /** Null for an anchor without a key. */
  chord: Chord | null;
  disabled: boolean;
  onAssign(to: Target): void;
}

function AssignButton({ to, name, chord, suggested = false, disabled, onAssign }: AssignButtonProps) {
  const { t } = useTranslation();
  const kind = anchorIdOf(to) === null ? (styles[to] ?? '') : '';
  const fixed = to === 'unallocated' || to === 'uncounted' ? styles.fixed : '';
  return (
    <DecisionButton
      className={`${kind} ${fixed} ${suggested ? styles.suggested : ''}`}
      words={name}
      title={t('ledger.giveTo', { target: name })}
      chord={chord}
      disabled={disabled}
      onClick={() => onAssign(to)}
    />
  );
}

interface DecisionButtonProps {
  className?: string | undefined;
  words: string;
  /** The accessible name, if the words alone do not say enough. */
  name?: string;
  title?: string;
  chord: Chord | null;
  disabled?: boolean;
  onClick(): void;
}

function DecisionButton(props: DecisionButtonProps) {
  const { className = '', words, name, title = name, chord, disabled = false, onClick } = props;
  return (
    <button
      type="button"
      className={`at-cursor ${styles.to} ${className}`}
      title={title}
      aria-label={name}
      disabled={disabled}
      aria-keyshortcuts={chord === null ? undefined : chordForReaders(chord)}
      onClick={onClick}
    >
      {chord !== null && <span className="key" data-key={chordLabel(chord)} aria-hidden="true" />}
      <span className="clip">{words}</span>
    </button>
  );
}
