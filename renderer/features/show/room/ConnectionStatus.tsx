import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection, useNow, useShow } from '#renderer/data/hooks.ts';
import { phaseHealth } from '#renderer/data/stores/connectionStore.ts';
import { useProblemText } from '#renderer/kit/i18n/useText.ts';
import type { Status } from '#shared/contract/snapshot.ts';
import styles from './Deck.module.css';
import { phaseKey, useAsk, useLineState, useLinked, useLostWords, useStopped } from './lineState.ts';

/** Text keys for a live connection, by the session's status: what happens to arriving gifts. */
const liveTexts = {
  initialization: 'phase.live.words',
  ready: 'phase.live.ready',
  counting: 'phase.live.counting',
  paused: 'phase.live.paused',
  ended: 'phase.live.ended',
} as const satisfies Record<Status, string>;

/** The state of the connection as a sentence: what is happening, or what to do next. */
export function ConnectionStatus({ box }: { box: Ref<HTMLParagraphElement> }) {
  const { t } = useTranslation();
  const phase = useConnection((state) => state.room?.phase ?? 'idle');
  const problem = useConnection((state) => state.room?.problem ?? null);
  const nextTryAt = useConnection((state) => state.room?.nextTryAt ?? null);
  const attempt = useConnection((state) => state.room?.attempt ?? 0);
  const linked = useLinked();
  const status = useShow((state) => state.status);
  const problemText = useProblemText();
  const ask = useAsk();
  const { health } = useLineState();
  const stopped = useStopped();
  const lost = useLostWords(true);
  // The text of an idle connection after the end of a show differs from that before a show.
  const over = phase === 'idle' && status === 'ended';
  const text = phase === 'live' || over ? liveTexts[status] : (`phase.${phase}.words` as const);
  const stated = problem === null ? t(text) : problemText(problem);
  const words = stopped !== null ? problemText(stopped) : ask === null ? stated : t(`room.asks.${ask}`);
  const failing = !linked || stopped !== null;
  return (
    <p
      ref={box}
      className={`deck__words ${styles.words} row spread`}
      role={failing ? 'alert' : undefined}
      data-trouble={failing || phase !== 'live' || undefined}
    >
      <span className={`dot dot--${health}`} aria-hidden="true" />
      <span className={failing ? 'strong' : undefined} title={linked ? words : lost}>
        {linked ? words : lost}
        {linked && nextTryAt !== null && phase !== 'waiting' && <NextTry at={nextTryAt} attempt={attempt} />}
        {linked && <OtherLineProblem />}
      </span>
    </p>
  );
}

function NextTry({ at, attempt }: { at: number; attempt: number }) {
  const { t } = useTranslation();
  const offset = useConnection((state) => state.clockOffset);
  const now = useNow(500);
  const seconds = Math.max(0, Math.ceil((at - offset - now) / 1000));
  return <span className="muted"> {t('room.nextTry', { seconds, attempt })}</span>;
}

/** Status bar item: the state of the second line. Renders nothing unless both lines are open. */
export function OtherLine() {
  const { t } = useTranslation();
  const other = useConnection((state) => state.room?.other ?? null);
  const linked = useLinked();
  if (other === null || !linked) return null;
  const phase = t(phaseKey(other));
  const words = `${t(`line.${other.lineId}`)} ${phase}`;
  return (
    <span className={`row ${styles.otherLine}`} data-other-line role="status" title={words}>
      <span className={`dot dot--${phaseHealth[other.phase]}`} aria-hidden="true" />
      <span>{t(`line.${other.lineId}`)}</span>
      <span className={styles.otherPhase}>{phase}</span>
    </span>
  );
}

/** The state of the second line as a sentence. Renders nothing while that line is healthy. */
function OtherLineProblem() {
  const { t } = useTranslation();
  const other = useConnection((state) => state.room?.other ?? null);
  const problemText = useProblemText();
  if (other === null || phaseHealth[other.phase] === 'good') return null;
  const words = other.problem === null ? t(`phase.${other.phase}`) : problemText(other.problem);
  return <span className="muted"> {t('line.otherWords', { line: t(`line.${other.lineId}`), words })}</span>;
}
