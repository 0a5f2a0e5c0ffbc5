import { memo, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useVanillaStore } from '#renderer/data/hooks.ts';
import { roundText } from '#renderer/kit/i18n/roundText.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import type { Target } from '#shared/contract/ledger.ts';
import { giftName } from '#shared/gifts/names.ts';
import type { Corrections, Outcome } from './corrections.ts';

/** How long the bar stays: enough to notice a slip and reach for the mouse. The undo key works after that too. */
const LIFE_MS = 8_000;

export interface UndoBarProps {
  corrections: Corrections;
  targetName(target: Target): string;
}

/** Says what the latest correction did and offers to undo or redo it. Stays while the pointer is over it. */
export const UndoBar = memo(function UndoBar({ corrections, targetName }: UndoBarProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const outcome = useVanillaStore(corrections.store, (state) => state.outcome);
  const [hovered, setHovered] = useState(false);
  useEffect(() => {
    if (outcome === null || hovered) return;
    const timer = window.setTimeout(corrections.dismiss, LIFE_MS);
    return () => window.clearTimeout(timer);
  }, [outcome, hovered, corrections]);
  if (outcome === null) return null;

  const words = (done: Outcome): string => {
    if (done.did === 'undone')
      return t('ledger.undone', { count: done.rows, shown: format.number(done.rows) });
    if (done.did === 'redone')
      return t('ledger.redone', { count: done.rows, shown: format.number(done.rows) });
    const target = typeof done.to === 'string' ? targetName(done.to) : roundText(t, done.to);
    if (done.did === 'many') return t('ledger.moved.many', { shown: format.number(done.rows), target });
    if (done.did === 'viewer') {
      return t('ledger.moved.viewer', {
        count: done.rows,
        viewer: done.viewer,
        shown: format.number(done.rows),
        target,
      });
    }
    const { row } = done;
    const gift = giftName(row.giftId, row.giftName, format.language);
    return t('ledger.moved.one', { gift, shown: format.number(row.count), viewer: row.viewerName, target });
  };
  return (
    <div
      className="undo"
      role="status"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      <span className="undo__words clip">{words(outcome)}</span>
      {outcome.did === 'undone' && (
        <Button
          small
          look="outlined"
          label={t('ledger.redo')}
          icon="refresh"
          keyAction="ledger.redo"
          onClick={() => void corrections.redo()}
        />
      )}
      {outcome.did !== 'undone' && outcome.did !== 'redone' && (
        <Button
          small
          look="outlined"
          label={t('ledger.undo')}
          icon="undo"
          keyAction="ledger.undo"
          onClick={() => void corrections.undo(outcome.seq)}
        />
      )}
      <Button small look="text" icon="times" ariaLabel={t('action.close')} onClick={corrections.dismiss} />
    </div>
  );
});
