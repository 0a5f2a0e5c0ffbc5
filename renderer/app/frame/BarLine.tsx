import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useConnection, useNow, useSettings, useShow } from '#renderer/data/hooks.ts';
import { isOpen } from '#renderer/data/stores/connectionStore.ts';
import { useDeck } from '#renderer/features/show/room/deckStore.ts';
import { useAsk, useLineState } from '#renderer/features/show/room/lineState.ts';
import { useProblemText } from '#renderer/kit/i18n/useText.ts';
import styles from './StatusBar.module.css';

/** The connection in one line: room, line and state. Its width hardly changes, so that the round beside it stays. */
export function BarLine() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { open, setOpen } = useDeck();
  const rehearsal = useConnection((state) => state.room?.rehearsal ?? false);
  const chosenLine = useSettings((state) => state.lineId);
  const lineId =
    useConnection((state) => (isOpen(state.room?.phase ?? 'idle') ? state.room?.lineId : null)) ?? chosenLine;
  const title = useShow((state) => state.room?.title ?? '');
  const { room, phase, health } = useLineState();
  const words = useTroubleWords();
  const toggle = () => {
    setOpen(!open);
    void navigate('/tool');
  };
  return (
    <div
      className={`${styles.line} ${words === '' ? '' : health === 'bad' ? styles.bad : styles.trouble}`}
      data-trouble={words !== '' || undefined}
    >
      <button
        type="button"
        className={`${styles.open} ${styles.room} clip`}
        data-room
        aria-expanded={open}
        title={title === '' ? t('bar.connection') : title}
        onClick={toggle}
      >
        {room}
      </button>
      <span className="row" role="status">
        <span className={`dot dot--${health}`} aria-hidden="true" />
        {!rehearsal && <span>{t(`line.${lineId}`)}</span>}
        <span className={`${styles.phase} strong`}>{phase}</span>
      </span>
      <i className={`pi pi-chevron-${open ? 'up' : 'down'}`} aria-hidden="true" />
    </div>
  );
}

/** What is wrong with the line and what to do next. Takes the place of the totals, so that nothing else moves. */
export function BarTrouble() {
  const words = useTroubleWords();
  return (
    <span className={`${styles.words} clip`} role="status" title={words === '' ? undefined : words}>
      {words}
    </span>
  );
}

/** What is wrong with the line of a running show, and what to do next; '' on a good line and outside of shows. */
function useTroubleWords(): string {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const phase = useConnection((state) => state.room?.phase ?? 'idle');
  const problem = useConnection((state) => state.room?.problem ?? null);
  const running = useShow(({ status }) => status === 'counting' || status === 'paused');
  const linked = useConnection((state) => state.link.phase === 'open');
  const nextTryAt = useConnection((state) => state.room?.nextTryAt ?? null);
  const offset = useConnection((state) => state.clockOffset);
  const attempt = useConnection((state) => state.room?.attempt ?? 0);
  const ask = useAsk();
  const now = useNow(1000);
  if (!running) return '';
  if (!linked) return t('error.connection.lost');
  if (phase === 'live') return '';
  if (phase === 'blocked' && ask !== null) return t(`room.asks.${ask}`);
  const words = problem === null ? t(`phase.${phase}.words`) : problemText(problem);
  if (nextTryAt === null || phase === 'waiting') return words;
  const seconds = Math.max(0, Math.ceil((nextTryAt - offset - now) / 1000));
  return `${words} ${t('room.nextTry', { seconds, attempt })}`;
}
