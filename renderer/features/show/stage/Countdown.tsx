import { useTranslation } from 'react-i18next';
import { useConnection, useNow, useShow } from '#renderer/data/hooks.ts';
import { formatDuration } from '#renderer/kit/i18n/format.ts';
import type { Countdown as CountdownState } from '#shared/contract/round.ts';
import { leftOf, ranUntil } from '#shared/game/round/round.ts';
import type { GameState } from '#shared/game/state.ts';
import { useLinked } from '../room/lineState.ts';
import styles from './Stage.module.css';
import { type StageView, stageClock } from './stageView.ts';

const SECOND = 1000;
/** Refresh interval (ms) of every clock of a round, short enough that no second appears late. */
export const REFRESH_MS = 100;

/** Formats the time left, rounded up to whole seconds. Without an end, formats the time that has passed. */
export function leftText(countdown: CountdownState, now: number): string {
  const left = leftOf(countdown, now);
  return formatDuration(left === null ? ranUntil(countdown, now) : Math.ceil(left / SECOND) * SECOND);
}

/** The time left of the round, or of its delay, by the backstage's clock. */
export function Countdown() {
  const { t } = useTranslation();
  const offset = useConnection((state) => state.clockOffset);
  const now = useNow(REFRESH_MS) + offset;
  const text = useShow((state) => {
    const { phase, countdown, grace } = stageClock(state);
    if (phase === 'settled') return formatDuration(0);
    return leftText(phase === 'grace' ? grace : countdown, now);
  });
  const inGrace = useShow((state) => stageClock(state).phase === 'grace');
  return (
    <span
      className={inGrace ? `${styles.countdown} ${styles.inGrace}` : styles.countdown}
      role="timer"
      aria-label={t('stage.timeLeft')}
    >
      {text}
    </span>
  );
}

/** Text key of the delay after a round. In a paused session, the delay stands still and no votes count. */
export function graceKey(state: GameState) {
  if (state.status === 'paused') return 'stage.gracePaused';
  return stageClock(state).lingers ? 'stage.lingering' : 'stage.grace';
}

/** Seconds left of the delay, in which votes still count. */
export function GraceLeft() {
  const { t } = useTranslation();
  const offset = useConnection((state) => state.clockOffset);
  const now = useNow(REFRESH_MS) + offset;
  const seconds = useShow((state) => Math.ceil((leftOf(stageClock(state).grace, now) ?? 0) / SECOND));
  return <span>{t(useShow(graceKey), { seconds })}</span>;
}

/** The gameplay entry that a gift has started and its time left. Not in sticker dance, which has a stage for it. */
export function NowPlaying() {
  const { t } = useTranslation();
  const offset = useConnection((state) => state.clockOffset);
  const now = useNow(500) + offset;
  const playing = useShow((state) => {
    if (state.playing === null || state.preset === null || state.preset.mode === 'sticker') return null;
    const { dance, countdown } = state.playing;
    const entry = state.preset.gameplay.find(({ id }) => id === dance.entryId);
    return entry === undefined
      ? null
      : { name: entry.name, effects: entry.effects, left: leftText(countdown, now) };
  });
  if (playing === null) return null;
  const key = playing.effects === '' ? 'stage.playing' : 'stage.playingEffects';
  return <span>{t(key, playing)}</span>;
}

/**
 * The phase of the round, coloured while it runs, stands still or ends. A paused session holds a running round. Without a
 * connection, the phase of a round that is not over is unknown.
 */
export function PhaseChip({
  phase,
  className = '',
}: {
  phase: NonNullable<StageView['phase']>;
  className?: string | undefined;
}) {
  const { t } = useTranslation();
  const held = useShow(({ status }) => status === 'paused');
  const linked = useLinked();
  const shown = held && phase === 'running' ? 'paused' : phase;
  if (!linked && phase !== 'settled')
    return <span className={`${styles.phase} ${className}`}>{t('status.unknown')}</span>;
  return (
    <span className={`${styles.phase} ${styles[shown] ?? ''} ${className}`}>{t(`stage.phase.${shown}`)}</span>
  );
}
