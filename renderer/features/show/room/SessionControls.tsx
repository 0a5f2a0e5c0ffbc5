import { useTranslation } from 'react-i18next';
import { useRingside, useShow, useShowPhase } from '#renderer/data/hooks.ts';
import { useKey } from '#renderer/kit/keys/useKey.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Switch } from '#renderer/kit/ui/Switch.tsx';
import type { SessionAction } from '#shared/contract/input.ts';
import { usePendingAction } from '../usePendingAction.ts';
import styles from './Deck.module.css';
import { useSessionKey } from './lineState.ts';

/** Buttons to start, pause, resume and end the session, with the next step first. */
export function SessionControls() {
  const { t } = useTranslation();
  const ringside = useRingside();
  const status = useShow((state) => state.status);
  const session = useSessionKey();
  const missing = useShow((state) =>
    state.room === null ? 'room' : state.preset === null ? 'preset' : null,
  );
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
  const enabled = phase === 'following' && !busy;
  const running = status === 'counting' || status === 'paused';
  useKey('session.start', () => void act('start'), enabled && status === 'ready');
  useKey('session.pause', () => void act('pause'), enabled && status === 'counting');
  useKey('session.resume', () => void act('resume'), enabled && status === 'paused');
  useKey('session.end', () => void end(), enabled && running);

  return (
    <div className={`deck__session ${styles.session}`}>
      <span className={styles.state}>{t(session)}</span>
      {status === 'initialization' && (
        <span className="muted">{t(`session.needs.${missing ?? 'room'}`)}</span>
      )}
      {status === 'ready' && (
        <Button
          icon="play"
          label={t('session.start')}
          keyAction="session.start"
          disabled={!enabled}
          onClick={() => void act('start')}
        />
      )}
      {status === 'counting' && (
        <Button
          look="outlined"
          icon="pause"
          label={t('session.pause')}
          keyAction="session.pause"
          disabled={!enabled}
          onClick={() => void act('pause')}
        />
      )}
      {status === 'paused' && (
        <Button
          icon="play"
          label={t('session.resume')}
          keyAction="session.resume"
          disabled={!enabled}
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
          disabled={!enabled}
          onClick={() => void end()}
        />
      )}
      {status === 'ended' && <span className="muted">{t('session.endedNext')}</span>}
    </div>
  );
}

/** Suspends all bindings; exclusive gifts still count for their anchors. */
export function SuspendSwitch() {
  const { t } = useTranslation();
  const { attempt } = useRingside();
  const suspended = useShow((state) => state.suspended);
  const ended = useShow((state) => state.status === 'ended');
  const { phase } = useShowPhase();
  const enabled = phase === 'following' && !ended;
  const set = (on: boolean) => void attempt('bindings.suspend', { on });
  useKey('bindings.suspend', () => set(!suspended), enabled);
  return (
    <Switch
      label={t('bindings.suspend')}
      checked={suspended}
      disabled={!enabled}
      keyAction="bindings.suspend"
      onChange={set}
    />
  );
}
