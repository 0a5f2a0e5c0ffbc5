import { useTranslation } from 'react-i18next';
import { useConnection, useNow } from '../../../app/hooks.ts';
import { useProblemText } from '../../../i18n/useText.ts';
import { phaseHealth } from '../../room/phaseWords.ts';

/** How the connection stands, in a sentence that says what happens or what to do next. */
export function ConnectionWords() {
  const { t } = useTranslation();
  const phase = useConnection((state) => state.room?.phase ?? 'idle');
  const problem = useConnection((state) => state.room?.problem ?? null);
  const nextTryAt = useConnection((state) => state.room?.nextTryAt ?? null);
  const attempt = useConnection((state) => state.room?.attempt ?? 0);
  const problemText = useProblemText();
  return (
    <p className="deck__words row spread">
      <span className={`dot dot--${phaseHealth[phase]}`} aria-hidden="true" />
      <span>
        {problem === null ? t(`phase.${phase}.words`) : problemText(problem)}
        {nextTryAt !== null && <NextTry at={nextTryAt} attempt={attempt} />}
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
