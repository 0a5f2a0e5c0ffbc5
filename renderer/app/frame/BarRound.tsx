import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useConnection, useNow, useShow } from '#renderer/data/hooks.ts';
import { useWaiting } from '#renderer/features/show/needs/waitingFeed.ts';
import { leftText } from '#renderer/features/show/stage/Countdown.tsx';
import { hasStage, stageClock } from '#renderer/features/show/stage/stageView.ts';
import { roundText } from '#renderer/kit/i18n/roundText.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { leftOf } from '#shared/game/round/countdown.ts';
import { battleBar, shownRound, undecidedTie } from '#shared/game/round/view.ts';
import type { GameState } from '#shared/game/state.ts';
import styles from './StatusBar.module.css';

const REFRESH_MS = 200;
const SECOND = 1000;

/** The round: number, time, both sides and the number of rows that wait for the host. Links to the Homepage. */
export function BarRound() {
  const { t } = useTranslation();
  const { votes, number } = useFormat();
  const visible = useShow(hasStage);
  const round = useShow(barRound);
  const { rows } = useWaiting();
  const tie = useShow((state) => undecidedTie(state) !== null);
  const waiting = rows + Number(tie);
  if (!visible || (round.kind === null && waiting === 0)) return null;
  return (
    <Link className={styles.round} to="/tool" title={t('bar.round')}>
      {round.kind !== null && (
        <>
          <span>{roundText(t, { number: round.number, kind: round.kind })}</span>
          <BarClock />
        </>
      )}
      {round.kind === 'battle' && (
        <span className={styles.sides}>
          <b className={styles.attacker}>{votes(round.attackerTenths)}</b>
          <span>:</span>
          <b className={styles.defender}>{votes(round.defenderTenths)}</b>
        </span>
      )}
      {waiting > 0 && (
        <span className={styles.waiting}>{t('bar.waiting', { count: waiting, shown: number(waiting) })}</span>
      )}
    </Link>
  );
}

function barRound(state: GameState) {
  const round = shownRound(state);
  const bar = round?.kind === 'battle' ? battleBar(round) : null;
  return {
    number: round?.number ?? 0,
    kind: round?.kind ?? null,
    attackerTenths: bar?.attackerTenths ?? 0,
    defenderTenths: bar?.defenderTenths ?? 0,
  };
}

/** The remaining time; the seconds of the delay; then the phase. Only this component renders on each tick. */
function BarClock() {
  const { t } = useTranslation();
  const offset = useConnection((state) => state.clockOffset);
  const now = useNow(REFRESH_MS) + offset;
  const text = useShow((state) => {
    const { phase, countdown, grace } = stageClock(state);
    if (phase === 'grace') return `+${Math.ceil((leftOf(grace, now) ?? 0) / SECOND)}`;
    return phase === 'settled' || phase === 'prepared' ? t(`stage.phase.${phase}`) : leftText(countdown, now);
  });
  return <span className={`${styles.clock} num`}>{text}</span>;
}
