import { memo, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useVanillaStore } from '#renderer/data/hooks.ts';
import { roundText } from '#renderer/kit/i18n/format.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import type { Undone } from '#shared/contract/calls/ledger.ts';
import type { Target } from '#shared/contract/ledger.ts';
import type { RoundName } from '#shared/contract/report.ts';
import { giftName } from '#shared/gifts/learned.ts';
import type { Corrections, Outcome } from './corrections.ts';
import styles from './UndoBar.module.css';

/**
 * For how long (ms) the bar stays: enough to notice a slip and reach for the mouse. The undo key works after that too.
 */
const LIFE_MS = 8_000;

export interface UndoBarProps {
  corrections: Corrections;
  targetName(target: Target): string;
}

/** Shows what the latest correction did and offers to undo or redo it. Stays while the pointer is over it. */
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

  // By the word of the key that has decided it: the gift was unallocated before, too.
  const to = (target: Target | RoundName) => {
    if (typeof target !== 'string') return roundText(t, target);
    return target === 'unallocated' ? t('queue.nobody') : targetName(target);
  };
  const told = (did: 'undone' | 'redone', undone: Undone): string => {
    const { gifts, viewers, viewer, target, placed, leftOutOf } = undone;
    const who = viewers === 1 ? viewer : t('ledger.viewers', { shown: format.number(viewers) });
    const what = { count: gifts, shown: format.number(gifts), viewer: who };
    if (leftOutOf !== null) return t(`ledger.${did}.lateLeft`, { ...what, number: leftOutOf });
    if (placed) return t(`ledger.${did}.placed`, what);
    if (target === null) return t(`ledger.${did}.mixed`, what);
    if (target === 'unallocated') return t(`ledger.${did}.nobody`, what);
    return t(`ledger.${did}.gifts`, { ...what, target: targetName(target) });
  };
  const words = (done: Outcome): string => {
    switch (done.did) {
      case 'undone':
      case 'redone':
        return told(done.did, done.told);
      case 'lateCounted':
      case 'lateLeft':
      case 'lateUndone': {
        const { gifts, viewer, number } = done.late;
        return t(`ledger.moved.${done.did}`, { count: gifts, shown: format.number(gifts), viewer, number });
      }
      case 'swept':
        return t('ledger.moved.swept', { count: done.gifts, shown: format.number(done.gifts) });
      case 'ofViewer':
        return t('ledger.moved.ofViewer', {
          count: done.gifts,
          shown: format.number(done.gifts),
          viewer: done.viewer,
          target: to(done.to),
        });
      case 'many':
        return t('ledger.moved.many', { shown: format.number(done.rows), target: to(done.to) });
      case 'viewer':
        return t('ledger.moved.viewer', {
          count: done.rows,
          viewer: done.viewer,
          shown: format.number(done.rows),
          target: to(done.to),
        });
      case 'one': {
        const { row } = done;
        const gift = giftName(row.giftId, row.giftName, format.language);
        const shown = format.number(row.count);
        return t('ledger.moved.one', { gift, shown, viewer: row.viewerName, target: to(done.to) });
      }
    }
  };
  const undoable =
    outcome.did === 'lateCounted' ||
    ('seq' in outcome && outcome.did !== 'undone' && outcome.did !== 'redone');
  return (
    <div
      className={styles.bar}
      data-undo-bar
      role="status"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      <span className={styles.words}>{words(outcome)}</span>
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
      {undoable && (
        <Button
          small
          look="outlined"
          label={t('ledger.undo')}
          icon="undo"
          keyAction="ledger.undo"
          onClick={() => void corrections.undo('seq' in outcome ? outcome.seq : undefined)}
        />
      )}
      <Button small look="text" icon="times" ariaLabel={t('action.close')} onClick={corrections.dismiss} />
    </div>
  );
});
