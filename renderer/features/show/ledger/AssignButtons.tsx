import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Chord, chordForReaders, chordLabel } from '#renderer/data/keys/chord.ts';
import { chordAt } from '#renderer/data/keys/keyMap.ts';
import { useKeyMap } from '#renderer/kit/keys/useKey.ts';
import type { Target } from '#shared/contract/ledger.ts';
import type { Side } from '#shared/contract/round.ts';
import { anchorIdOf } from '#shared/game/table.ts';
import { useAnchors } from './useTargetName.ts';

export interface AssignButtonsProps {
  /** The sides that the gift can be given to: both in a battle, else none. */
  sides: readonly Side[];
  onAssign(to: Target): void;
}

/** A button for each of the first nine anchors and for each side with its key, and one for "not counted". */
export const AssignButtons = memo(function AssignButtons({ sides, onAssign }: AssignButtonsProps) {
  const { t } = useTranslation();
  const anchors = useAnchors();
  const keys = useKeyMap();
  return (
    <div className="assign">
      {anchors.slice(0, 9).map((anchor, index) => (
        <AssignButton
          key={anchor.id}
          to={`anchor:${anchor.id}`}
          name={anchor.nickname}
          chord={chordAt(keys, index + 1)}
          onAssign={onAssign}
        />
      ))}
      {sides.map((side) => (
        <AssignButton
          key={side}
          to={side}
          name={t(`ledger.target.${side}`)}
          chord={keys[`side.${side}`]}
          onAssign={onAssign}
        />
      ))}
      <button
        type="button"
        className="assign__to assign__to--not"
        title={t('ledger.giveTo', { target: t('ledger.target.uncounted') })}
        onClick={() => onAssign('uncounted')}
      >
        <i className="pi pi-ban" aria-hidden="true" />
        <span className="clip">{t('ledger.target.uncounted')}</span>
      </button>
    </div>
  );
});

interface AssignButtonProps {
  to: Target;
  name: string;
  chord: Chord;
  onAssign(to: Target): void;
}

function AssignButton({ to, name, chord, onAssign }: AssignButtonProps) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className={`assign__to assign__to--${anchorIdOf(to) === null ? to : 'anchor'}`}
      title={t('ledger.giveTo', { target: name })}
      aria-keyshortcuts={chordForReaders(chord)}
      onClick={() => onAssign(to)}
    >
      <span className="key" aria-hidden="true">
        {chordLabel(chord)}
      </span>
      <span className="clip">{name}</span>
    </button>
  );
}
