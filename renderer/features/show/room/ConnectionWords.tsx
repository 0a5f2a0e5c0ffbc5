import { useTranslation } from 'react-i18next';
import { useConnection, useNow, useShow } from '#renderer/data/hooks.ts';
import { phaseHealth } from '#renderer/data/show/phaseWords.ts';
import { useProblemText } from '#renderer/kit/i18n/useText.ts';
import type { Status } from '#shared/contract/snapshot.ts';
import { OtherLineWords } from './OtherLine.tsx';

/** While the line is well, what happens to the gifts that arrive. */
const liveWords = {
  initialization: 'phase.live.words',
  ready: 'phase.live.ready',
  counting: 'phase.live.counting',
  paused: 'phase.live.paused',
  ended: 'phase.live.ended',
} as const satisfies Record<Status, string>;

/** How the connection stands, in a sentence that says what happens or what to do next. */
export function ConnectionWords() {
  const { t } = useTranslation();
  const phase = useConnection((state) => state.room?.phase ?? 'idle');
  const problem = useConnection((state) => state.room?.problem ?? null);
  const nextTryAt = useConnection((state) => state.room?.nextTryAt ?? null);
  const attempt = useConnection((state) => state.room?.attempt ?? 0);
  const linked = useConnection((state) => state.link.phase === 'open');
  const status = useShow((state) => state.status);
  const problemText = useProblemText();
  // A line that was closed at the end of a show is not one that was never opened.
  const over = phase === 'idle' && status === 'ended';
  const words = phase === 'live' || over ? liveWords[status] : (`phase.${phase}.words` as const);
  return (
    <p className="deck__words row spread">
      <span className={`dot dot--${linked ? phaseHealth[phase] : 'bad'}`} aria-hidden="true" />
      <span>
        {linked ? (problem === null ? t(words) : problemText(problem)) : t('error.connection.lost')}
        {linked && nextTryAt !== null && <NextTry at={nextTryAt} attempt={attempt} />}
        {linked && <OtherLineWords />}
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
