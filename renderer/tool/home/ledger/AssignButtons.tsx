import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Target } from '#shared/contract/ledger.ts';
import { chordForReaders, chordLabel } from '../../../keys/chord.ts';
import { chordAt } from '../../../keys/keyMap.ts';
import { useKeyMap } from '../../../keys/useKey.ts';
import { useAnchors } from './useTargetName.ts';

/** A button for each anchor with its key, the first nine, and one for "not counted". */
export const AssignButtons = memo(function AssignButtons({ onAssign }: { onAssign(to: Target): void }) {
  const { t } = useTranslation();
  const anchors = useAnchors();
  const keys = useKeyMap();
  return (
    <div className="assign">
      {anchors.slice(0, 9).map((anchor, index) => {
        const chord = chordAt(keys, index + 1);
        return (
          <button
            key={anchor.id}
            type="button"
            className="assign__to"
            title={t('ledger.giveTo', { target: anchor.nickname })}
            aria-keyshortcuts={chordForReaders(chord)}
            onClick={() => onAssign(`anchor:${anchor.id}`)}
          >
            <span className="key" aria-hidden="true">
              {chordLabel(chord)}
            </span>
            <span className="clip">{anchor.nickname}</span>
          </button>
        );
      })}
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
