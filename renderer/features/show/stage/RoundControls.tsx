import { useTranslation } from 'react-i18next';
import { useKey } from '#renderer/kit/keys/useKey.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import styles from './Stage.module.css';
import type { StageView } from './stageView.ts';
import type { RoundActions } from './useRoundActions.ts';

/**
 * Buttons for the round: the next step is filled, other possible actions are outlined. A running round needs no step:
 * its countdown ends it.
 */
export function RoundControls({ view, actions }: { view: StageView; actions: RoundActions }) {
  const { t } = useTranslation();
  const { enabled, can, act } = actions;
  const { phase, mode, status } = view;
  useKey('round.prepare', actions.prepare, enabled && can.prepare);
  useKey('round.start', () => act('start'), enabled && can.start);
  useKey('round.pause', () => act('pause'), enabled && can.pause);
  useKey('round.resume', () => act('resume'), enabled && can.resume);
  useKey('round.end', can.cut ? () => act('cut') : actions.end, enabled && (can.end || can.cut));
  useKey('round.settle', actions.settle, enabled && can.settle);
  useKey('round.sides', () => actions.setChoosing(true), enabled && can.choose);

  const prepare =
    view.nextTurnName === '' ? t('round.prepare') : t('round.prepareTurn', { name: view.nextTurnName });
  return (
    <div className={styles.controls} data-round-controls>
      {can.prepare && (
        <Button
          icon="flag"
          label={prepare}
          keyAction="round.prepare"
          disabled={!enabled}
          onClick={actions.prepare}
        />
      )}
      {phase === 'prepared' && (
        <Button
          icon="play"
          label={t('round.start')}
          keyAction="round.start"
          disabled={!enabled || !can.start}
          onClick={() => act('start')}
        />
      )}
      {phase === 'running' && (
        <Button
          look="outlined"
          icon="pause"
          label={t('round.pause')}
          keyAction="round.pause"
          disabled={!enabled || !can.pause}
          onClick={() => act('pause')}
        />
      )}
      {phase === 'paused' && (
        <Button
          icon="play"
          label={t('round.resume')}
          keyAction="round.resume"
          disabled={!enabled || !can.resume}
          onClick={() => act('resume')}
        />
      )}
      {can.choose && (
        <Button
          look="outlined"
          icon={mode === 'battle' ? 'arrows-h' : 'user'}
          label={t(mode === 'battle' ? 'round.sides' : 'round.turn')}
          keyAction="round.sides"
          disabled={!enabled}
          onClick={() => actions.setChoosing(true)}
        />
      )}
      {can.end && (
        <Button
          look="outlined"
          danger={phase !== 'prepared'}
          icon={phase === 'prepared' ? 'times' : 'stop'}
          label={t(phase === 'prepared' ? 'round.giveUp' : 'round.end')}
          keyAction="round.end"
          disabled={!enabled}
          onClick={actions.end}
        />
      )}
      {can.cut && (
        <Button
          look="outlined"
          icon="forward"
          label={t('round.cut')}
          keyAction="round.end"
          disabled={!enabled}
          onClick={() => act('cut')}
        />
      )}
      {can.settle && (
        <Button
          look="outlined"
          icon="refresh"
          label={
            view.againNext === 'none'
              ? t('round.settle')
              : t('round.settleNumber', { number: view.againNumber ?? 0 })
          }
          keyAction="round.settle"
          disabled={!enabled}
          onClick={actions.settle}
        />
      )}
      {status === 'paused' && phase !== null && phase !== 'settled' && phase !== 'grace' && (
        <span className="muted small">{t('round.sessionPaused')}</span>
      )}
    </div>
  );
}
