import { useTranslation } from 'react-i18next';
import { useKey } from '#renderer/kit/keys/useKey.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import type { StageView } from './stageView.ts';
import type { RoundActions } from './useRoundActions.ts';

/** Prepare, start, pause, resume, end: the one obvious next step is filled, what else can be done beside it. */
export function RoundControls({ view, actions }: { view: StageView; actions: RoundActions }) {
  const { t } = useTranslation();
  const { here, can, act } = actions;
  const { phase, mode, status } = view;
  useKey('round.prepare', actions.prepare, here && can.prepare);
  useKey('round.start', () => act('start'), here && can.start);
  useKey('round.pause', () => act('pause'), here && can.pause);
  useKey('round.resume', () => act('resume'), here && can.resume);
  useKey('round.end', can.cut ? () => act('cut') : actions.end, here && (can.end || can.cut));
  useKey('round.settle', actions.settle, here && can.settle);
  useKey('round.sides', () => actions.setChoosing(true), here && can.choose);

  const prepare =
    view.nextTurnName === '' ? t('round.prepare') : t('round.prepareTurn', { name: view.nextTurnName });
  return (
    <div className="stage__controls">
      {can.prepare && (
        <Button
          icon="flag"
          label={prepare}
          keyAction="round.prepare"
          disabled={!here}
          onClick={actions.prepare}
        />
      )}
      {phase === 'prepared' && (
        <Button
          icon="play"
          label={t('round.start')}
          keyAction="round.start"
          disabled={!here || !can.start}
          onClick={() => act('start')}
        />
      )}
      {phase === 'running' && (
        <Button
          icon="pause"
          label={t('round.pause')}
          keyAction="round.pause"
          disabled={!here || !can.pause}
          onClick={() => act('pause')}
        />
      )}
      {phase === 'paused' && (
        <Button
          icon="play"
          label={t('round.resume')}
          keyAction="round.resume"
          disabled={!here || !can.resume}
          onClick={() => act('resume')}
        />
      )}
      {can.choose && (
        <Button
          look="outlined"
          icon={mode === 'battle' ? 'arrows-h' : 'user'}
          label={t(mode === 'battle' ? 'round.sides' : 'round.turn')}
          keyAction="round.sides"
          disabled={!here}
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
          disabled={!here}
          onClick={actions.end}
        />
      )}
      {can.cut && (
        <Button
          look="outlined"
          icon="forward"
          label={t('round.cut')}
          keyAction="round.end"
          disabled={!here}
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
          disabled={!here}
          onClick={actions.settle}
        />
      )}
      {status === 'paused' && phase !== null && phase !== 'settled' && phase !== 'grace' && (
        <span className="muted small">{t('round.sessionPaused')}</span>
      )}
    </div>
  );
}
