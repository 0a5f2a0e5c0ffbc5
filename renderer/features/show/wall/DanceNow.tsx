import { useTranslation } from 'react-i18next';
import { useConnection, useNow, useShow } from '#renderer/data/hooks.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { leftText } from '../stage/Countdown.tsx';
import styles from './wall.module.css';

/** The gameplay entry that runs now, who triggered it, its time, and how many wait. */
export function DanceNow() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const offset = useConnection((state) => state.clockOffset);
  const now = useNow(500) + offset;
  const dance = useShow((state) => {
    const { playing } = state;
    const entry = state.preset?.gameplay.find(({ id }) => id === playing?.dance.entryId);
    if (playing === null || entry === undefined) return null;
    const { viewerId, times } = playing.dance;
    const timed = playing.countdown.length > 0;
    return {
      name: times > 1 ? `${entry.name} ×${times}` : entry.name,
      viewer: state.viewers.get(viewerId)?.name ?? '',
      left: timed ? leftText(playing.countdown, now) : '',
    };
  });
  const waiting = useShow((state) => state.dances.size);
  return (
    <div className={styles.solo}>
      <span className={styles.soloName}>{dance?.viewer ?? ''}</span>
      <b className={styles.soloVotes}>{dance?.name ?? t('stage.before.sticker')}</b>
      <p className="num">{dance?.left ?? ''}</p>
      {waiting > 0 && <p>{t('wall.dancesWait', { count: waiting, shown: number(waiting) })}</p>}
    </div>
  );
}
