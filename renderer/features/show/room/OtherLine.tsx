import { useTranslation } from 'react-i18next';
import { useConnection } from '#renderer/data/hooks.ts';
import { phaseHealth } from '#renderer/data/show/phaseWords.ts';
import { useProblemText } from '#renderer/kit/i18n/useText.ts';

/** The other line where both are open at once: which, and how it stands. Nothing while there is none. */
export function OtherLine() {
  const { t } = useTranslation();
  const other = useConnection((state) => state.room?.other ?? null);
  const linked = useConnection((state) => state.link.phase === 'open');
  if (other === null || !linked) return null;
  const words = `${t(`line.${other.lineId}`)} ${t(`phase.${other.phase}`)}`;
  return (
    <span className="row bar__other" role="status" title={words}>
      <span className={`dot dot--${phaseHealth[other.phase]}`} aria-hidden="true" />
      <span>{t(`line.${other.lineId}`)}</span>
      <span className="bar__phase">{t(`phase.${other.phase}`)}</span>
    </span>
  );
}

/** What is the matter with the other line, in a sentence; nothing while it is well or on its way. */
export function OtherLineWords() {
  const { t } = useTranslation();
  const other = useConnection((state) => state.room?.other ?? null);
  const problemText = useProblemText();
  if (other === null || phaseHealth[other.phase] === 'good') return null;
  const words = other.problem === null ? t(`phase.${other.phase}`) : problemText(other.problem);
  return <span className="muted"> {t('line.otherWords', { line: t(`line.${other.lineId}`), words })}</span>;
}
