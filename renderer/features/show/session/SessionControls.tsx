import { useTranslation } from 'react-i18next';
import { useRingside, useShow, useShowPhase } from '#renderer/data/hooks.ts';
import { useKey } from '#renderer/kit/keys/useKey.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import type { SessionAction } from '#shared/contract/input.ts';
import { usePendingAction } from '../usePendingAction.ts';

/** Start, pause, resume and end: one obvious next action, and the end beside it while there is something to end. */
export function SessionControls() {
  const { t } = useTranslation();
  const ringside = useRingside();
  const status = useShow((state) => state.status);
  const needs = useShow((state) => (state.room === null ? 'room' : state.preset === null ? 'preset' : null));
  const { phase } = useShowPhase();
  const [busy, runAction] = usePendingAction(status);

  const act = (action: SessionAction) => runAction(ringside.attempt('session.act', { action }));
  const end = async () => {
    const yes = await ringside.asks.getState().ask({
      title: { key: 'session.endAsk.title' },
      text: { key: 'session.endAsk.text' },
      confirm: { key: 'session.end' },
      danger: true,
    });
    if (yes) await act('end');
  };
  const here = phase === 'following' && !busy;
  const running = status === 'counting' || status === 'paused';
  useKey('session.start', () => void act('start'), here && status === 'ready');
  useKey('session.pause', () => void act('pause'), here && status === 'counting');
  useKey('session.resume', () => void act('resume'), here && status === 'paused');
  useKey('session.end', () => void end(), here && running);

  return (
    <div className="deck__session">
      <span className={`state state--${status}`}>{t(`status.${status}`)}</span>
      {status === 'initialization' && <span className="muted">{t(`session.needs.${needs ?? 'room'}`)}</span>}
      {status === 'ready' && (
        <Button
          icon="play"
          label={t('session.start')}
          keyAction="session.start"
          disabled={!here}
          onClick={() => void act('start')}
        />
      )}
      {status === 'counting' && (
        <Button
          look="outlined"
          icon="pause"
          label={t('session.pause')}
          keyAction="session.pause"
          disabled={!here}
          onClick={() => void act('pause')}
        />
      )}
      {status === 'paused' && (
        <Button
          icon="play"
          label={t('session.resume')}
          keyAction="session.resume"
          disabled={!here}
          onClick={() => void act('resume')}
        />
      )}
      {running && (
        <Button
          look="outlined"
          danger
          icon="stop"
          label={t('session.end')}
          keyAction="session.end"
          disabled={!here}
          onClick={() => void end()}
        />
      )}
      {status === 'ended' && <span className="muted">{t('session.endedNext')}</span>}
    </div>
  );
}
