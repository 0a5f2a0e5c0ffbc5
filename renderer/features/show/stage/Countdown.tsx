import { useTranslation } from 'react-i18next';
import { useConnection, useNow, useShow } from '#renderer/data/hooks.ts';
import { formatDuration } from '#renderer/kit/i18n/format.ts';
import type { Countdown as Clock } from '#shared/contract/round.ts';
import { leftOf, ranUntil } from '#shared/game/round/countdown.ts';
import type { GameState } from '#shared/game/state.ts';
import { stageClock } from './stageView.ts';

const SECOND = 1000;
/** Often enough that no second is seen to come late. */
const LOOK_EVERY_MS = 100;

/** Time left as it is written: a second that has begun still stands. */
export function leftText(clock: Clock, now: number): string {
  const left = leftOf(clock, now);
  return formatDuration(left === null ? ranUntil(clock, now) : Math.ceil(left / SECOND) * SECOND);
}

/** The time left of the round, by its deadline and the clock of the backstage; it ticks by itself. */
export function Countdown() {
  const { t } = useTranslation();
  const offset = useConnection((state) => state.clockOffset);
  const now = useNow(LOOK_EVERY_MS) + offset;
  const text = useShow((state) => {
    const { phase, countdown } = stageClock(state);
    return phase === 'grace' || phase === 'settled' ? formatDuration(0) : leftText(countdown, now);
  });
  return (
    <span className="countdown" role="timer" aria-label={t('stage.timeLeft')}>
      {text}
    </span>
  );
}

/** What is said of the delay: in a session that is paused it stands still, and nothing counts. */
export function graceKey(state: GameState) {
  if (state.status === 'paused') return 'stage.gracePaused';
  return stageClock(state).lingers ? 'stage.lingering' : 'stage.grace';
}

/** Seconds for which votes still count in the delay. */
export function GraceLeft() {
  const { t } = useTranslation();
  const offset = useConnection((state) => state.clockOffset);
  const now = useNow(LOOK_EVERY_MS) + offset;
  const seconds = useShow((state) => Math.ceil((leftOf(stageClock(state).grace, now) ?? 0) / SECOND));
  return <span>{t(useShow(graceKey), { seconds })}</span>;
}
