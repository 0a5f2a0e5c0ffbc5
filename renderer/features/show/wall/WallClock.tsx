import { useTranslation } from 'react-i18next';
import { useConnection, useNow, useShow } from '#renderer/data/hooks.ts';
import { leftOf } from '#shared/game/round/countdown.ts';
import { LAST_SECONDS_MS } from '#shared/game/round/moments.ts';
import { graceKey, leftText } from '../stage/Countdown.tsx';
import { type StageView, stageClock } from '../stage/stageView.ts';
import styles from './wall.module.css';

const REFRESH_MS = 100;
const SECOND = 1000;

/** The time left in figures that can be read from three metres. Only this component renders on each tick. */
export function WallClock({ view }: { view: StageView }) {
  const { t } = useTranslation();
  const offset = useConnection((state) => state.clockOffset);
  const now = useNow(REFRESH_MS) + offset;
  const clock = useShow(stageClock);
  const grace = useShow(graceKey);
  if (view.kind === null) return <span className={styles.clock} />;
  const inGrace = clock.phase === 'grace';
  const left = leftOf(inGrace ? clock.grace : clock.countdown, now);
  const last = clock.phase === 'running' && left !== null && left <= LAST_SECONDS_MS;
  const look = inGrace ? styles.grace : last ? styles.last : '';
  return (
    <p className={`${styles.clock} ${look}`}>
      <span className="num" role="timer" aria-label={t('stage.timeLeft')}>
        {clock.phase === 'settled' ? '0:00' : leftText(inGrace ? clock.grace : clock.countdown, now)}
      </span>
      <span className={styles.clockNote} role="status">
        {inGrace && t(grace, { seconds: Math.ceil((left ?? 0) / SECOND) })}
        {last && t('stage.moment.lastSeconds')}
      </span>
    </p>
  );
}
