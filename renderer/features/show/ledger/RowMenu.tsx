import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useRingside, useShow, useShowPhase } from '#renderer/data/hooks.ts';
import { chordLabel } from '#renderer/data/keys/chord.ts';
import { chordAt } from '#renderer/data/keys/keyMap.ts';
import { useKeyMap } from '#renderer/kit/keys/useKey.ts';
import styles from '#renderer/kit/ui/PopMenu.module.css';
import { PopItem, PopMenu } from '#renderer/kit/ui/PopMenu.tsx';
import type { LedgerRow, Target } from '#shared/contract/ledger.ts';
import { isPlacedByHand } from '#shared/game/correction.ts';
import { currentRound, isOn, roundName } from '#shared/game/round/view.ts';
import type { GameState } from '#shared/game/state.ts';
import { replayPath } from '../replay/replayPath.ts';
import { assignKeyOf } from './assignKeys.ts';
import { commonRound, roundsFor, useAnchors, useRowSides } from './moveTargets.ts';

export interface RowMenuProps {
  row: LedgerRow;
  at: { x: number; y: number };
  /** The rows that the menu acts on: `row`, or all selected rows. */
  rows: readonly LedgerRow[];
  onAssign(to: Target): void;
  /** Moves the rows to a round; 0 means no round. */
  onPlace(round: number): void;
  onAssignViewer(to: Target): void;
  onOnlyViewer(): void;
  onOnlyGift(): void;
  onUndo(): void;
  /** Undoes the newest correction of this row. */
  onUndoRow(): void;
  onClose(): void;
}

/** Text key of the option that assigns all unallocated gifts of the viewer; it names the scope (see `assignViewer`). */
function wholeViewerText(state: GameState) {
  const round = currentRound(state);
  if (round !== null && isOn(round)) return 'ledger.menu.allInRound';
  return state.rounds.length === 0 ? 'ledger.menu.all' : 'ledger.menu.allOutside';
}

const roundTexts = {
  into: { round: 'ledger.menu.countIn', resurrection: 'ledger.menu.countInResurrection' },
  outOf: { round: 'ledger.menu.takeOut', resurrection: 'ledger.menu.takeOutResurrection' },
} as const;

/** Context menu of a row: all corrections, each with its key. */
export function RowMenu(props: RowMenuProps) {
  const { t } = useTranslation();
  const anchors = useAnchors();
  const { keys, engine, readOnly } = useRingside();
  const navigate = useNavigate();
  const { showId } = useShowPhase();
  const map = useKeyMap();
  const [forViewer, setForViewer] = useState(false);
  const { row, rows, onClose } = props;
  const sides = useRowSides(rows);
  const into = useShow((state) => roundsFor(state, rows));
  const outOf = commonRound(rows);
  const wholeViewer = useShow(wholeViewerText);

  const roundLabel = (id: number, { round, resurrection }: (typeof roundTexts)[keyof typeof roundTexts]) => {
    const { number, kind } = roundName(engine.state, id);
    return t(kind === 'resurrection' ? resurrection : round, { number });
  };
  const assign = (to: Target, viewer = forViewer) => {
    if (viewer) props.onAssignViewer(to);
    else props.onAssign(to);
    onClose();
  };
  const run = (task: () => void) => () => {
    task();
    onClose();
  };
  return (
    <PopMenu
      label={t('ledger.menu')}
      at={props.at}
      onClose={onClose}
      onKey={(event) => {
        const key = assignKeyOf(
          keys.hit(event),
          anchors.map(({ id }) => id),
        );
        if (key === null || key.do === 'noAnchor' || key.do === 'redo') return;
        event.preventDefault();
        if (key.do === 'undo') run(props.onUndo)();
        else assign(key.to, key.viewer || forViewer);
      }}
    >
      <p className={`${styles.title} clip`}>
        {rows.length > 1 ? t('ledger.selected', { shown: rows.length }) : row.viewerName}
      </p>
      {anchors.length === 0 && <p className={styles.note}>{t('ledger.menu.noAnchors')}</p>}
      <div className={styles.long}>
        {anchors.map((anchor, place) => (
          <PopItem
            key={anchor.id}
            label={anchor.nickname}
            hint={place < 9 ? chordLabel(chordAt(map, place + 1)) : undefined}
            onChoose={() => assign(`anchor:${anchor.id}`)}
          />
        ))}
      </div>
      {sides.map((side) => (
        <PopItem
          key={side}
          label={t(`ledger.target.${side}`)}
          hint={chordLabel(map[`side.${side}`])}
          onChoose={() => assign(side)}
        />
      ))}
      <PopItem
        label={t('ledger.target.unallocated')}
        hint={chordLabel(map['anchor.none'])}
        onChoose={() => assign('unallocated')}
      />
      <PopItem
        label={t('ledger.target.uncounted')}
        hint={chordLabel(map['ledger.uncount'])}
        onChoose={() => assign('uncounted')}
      />
      {(into.length > 0 || outOf !== 0) && <hr />}
      {into.map((id) => (
        <PopItem
          key={id}
          label={roundLabel(id, roundTexts.into)}
          icon="sign-in"
          onChoose={run(() => props.onPlace(id))}
        />
      ))}
      {outOf !== 0 && (
        <PopItem
          label={roundLabel(outOf, roundTexts.outOf)}
          icon="sign-out"
          onChoose={run(() => props.onPlace(0))}
        />
      )}
      <hr />
      {rows.length <= 1 && (
        <PopItem
          label={t(wholeViewer, { viewer: row.viewerName })}
          hint="Shift"
          checked={forViewer}
          onChoose={() => setForViewer(!forViewer)}
        />
      )}
      <PopItem label={t('ledger.menu.onlyViewer')} icon="user" onChoose={run(props.onOnlyViewer)} />
      <PopItem label={t('ledger.menu.onlyGift')} icon="gift" onChoose={run(props.onOnlyGift)} />
      {!readOnly && showId !== null && (
        <PopItem
          label={t('replay.show')}
          icon="replay"
          onChoose={() => void navigate(replayPath(showId, row))}
        />
      )}
      {(row.reason === 'corrected' || isPlacedByHand(row)) && (
        <PopItem label={t('ledger.undoRow')} icon="undo" onChoose={run(props.onUndoRow)} />
      )}
      <PopItem
        label={t('ledger.undoLast')}
        icon="undo"
        hint={chordLabel(map['ledger.undo'])}
        onChoose={run(props.onUndo)}
      />
    </PopMenu>
  );
}
