import { useTranslation } from 'react-i18next';
import type { Target } from '#shared/contract/ledger.ts';
import { useAnchors } from './useTargetName.ts';

/** A button for each anchor with its digit, the first nine, and one for "not counted". */
export function AssignButtons({ onAssign }: { onAssign(to: Target): void }) {
  const { t } = useTranslation();
  const anchors = useAnchors();
  return (
    <div className="assign">
      {anchors.slice(0, 9).map((anchor, place) => (
        <button
          key={anchor.id}
          type="button"
          className="assign__to"
          title={t('ledger.giveTo', { target: anchor.nickname })}
          aria-keyshortcuts={String(place + 1)}
          onClick={() => onAssign(`anchor:${anchor.id}`)}
        >
          <span className="key" aria-hidden="true">
            {place + 1}
          </span>
          <span className="clip">{anchor.nickname}</span>
        </button>
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
}
