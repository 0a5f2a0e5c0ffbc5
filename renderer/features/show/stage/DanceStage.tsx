import { useTranslation } from 'react-i18next';
import { useConnection, useNow, useRingside, useShow, useShowPhase } from '#renderer/data/hooks.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { useKey } from '#renderer/kit/keys/useKey.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import type { GameState } from '#shared/game/state.ts';
import { leftText } from './Countdown.tsx';
import styles from './SoloStage.module.css';

/** Number of queued dances that are listed. */
const SHOWN = 12;

interface Queued {
  id: number;
  name: string;
  effects: string;
  viewer: string;
  times: number;
}

/** The stage of sticker dance: the current dance with its viewer and time left, and the queue. */
export function DanceStage() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { attempt } = useRingside();
  const { phase } = useShowPhase();
  const playing = useShow((state) => queuedOf(state, state.playing?.dance ?? null));
  const waiting = useShow((state) => state.dances.size);
  const queueKey = useShow((state) =>
    [...state.dances.values()].map(({ id, times }) => `${id}:${times}`).join(),
  );
  const counting = useShow((state) => state.status === 'counting' || state.status === 'paused');
  const can = phase === 'following' && counting;
  const act = (action: 'start' | 'end' | 'remove', danceId?: number) =>
    void attempt('dance.act', danceId === undefined ? { action } : { action, danceId });
  const next = playing !== null && (waiting === 0 || playing.busy) ? 'end' : 'start';
  const possible = can && (playing !== null || waiting > 0);
  useKey('dance.next', () => act(next), possible);
  return (
    <section className={styles.dance} aria-label={t('stage.dances')}>
      <div className={styles.danceNow} data-now>
        <span className={styles.label}>{t('stage.dancing')}</span>
        <div className={styles.danceLine}>
          {playing === null ? (
            <p className="muted">{t(waiting > 0 ? 'stage.danceReady' : 'stage.noDance')}</p>
          ) : (
            <p className={styles.danceName}>
              <b className="clip">{playing.name}</b>
              {playing.times > 1 && <b>×{number(playing.times)}</b>}
              <span className="clip muted">{playing.viewer}</span>
              <DanceLeft />
            </p>
          )}
          <Button
            icon={next === 'start' ? 'step-forward' : 'stop'}
            look={next === 'start' && possible ? 'filled' : 'outlined'}
            label={t(next === 'start' ? 'stage.nextDance' : 'stage.endDance')}
            keyAction="dance.next"
            disabled={!possible}
            onClick={() => act(next)}
          />
        </div>
        <p className={`${styles.danceEffects} clip`}>{playing?.effects}</p>
      </div>
      <div className={styles.danceQueue}>
        <span className={styles.label}>{t('stage.queue', { shown: number(waiting) })}</span>
        <DanceQueue key={queueKey} onAct={can ? act : null} />
      </div>
    </section>
  );
}

function DanceQueue({ onAct }: { onAct: ((action: 'start' | 'remove', danceId: number) => void) | null }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const dances = useShow((state) =>
    [...state.dances.values()].slice(0, SHOWN).map((dance) => queuedOf(state, dance)),
  );
  return (
    <ol className={styles.danceList}>
      {dances.map(
        (dance) =>
          dance !== null && (
            <li key={dance.id} className={styles.danceOne}>
              <button
                type="button"
                className={styles.danceStart}
                disabled={onAct === null}
                title={t('stage.danceNow')}
                onClick={() => onAct?.('start', dance.id)}
              >
                <b className="clip">{dance.name}</b>
                {dance.times > 1 && <b>×{number(dance.times)}</b>}
                <span className="clip muted">{dance.viewer}</span>
              </button>
              <button
                type="button"
                className="icon-button"
                disabled={onAct === null}
                aria-label={t('stage.removeDance', { name: dance.name, viewer: dance.viewer })}
                onClick={() => onAct?.('remove', dance.id)}
              >
                <i className="pi pi-times" aria-hidden="true" />
              </button>
            </li>
          ),
      )}
    </ol>
  );
}

function DanceLeft() {
  const { t } = useTranslation();
  const offset = useConnection((state) => state.clockOffset);
  const now = useNow(200) + offset;
  const left = useShow((state) => {
    const countdown = state.playing?.countdown;
    if (countdown === undefined) return '';
    return countdown.length === 0 ? null : leftText(countdown, now);
  });
  return <span className={styles.danceLeft}>{left ?? t('stage.untilNext')}</span>;
}

function queuedOf(
  state: GameState,
  dance: { id: number; entryId: string; viewerId: string; times: number } | null,
): (Queued & { busy: boolean }) | null {
  if (dance === null) return null;
  const entry = state.preset?.gameplay.find(({ id }) => id === dance.entryId);
  return {
    id: dance.id,
    name: entry?.name ?? '',
    effects: entry?.effects ?? '',
    viewer: state.viewers.get(dance.viewerId)?.name ?? '',
    times: dance.times,
    busy: (state.playing?.countdown.length ?? 0) > 0,
  };
}
