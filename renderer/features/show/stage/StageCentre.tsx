import { useTranslation } from 'react-i18next';
import { useShow } from '#renderer/data/hooks.ts';
import { formatDuration } from '#renderer/kit/i18n/format.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import type { Mode } from '#shared/contract/preset.ts';
import { useBeforeWords } from './beforeWords.ts';
import { Countdown, GraceLeft, NowPlaying, PhaseChip } from './Countdown.tsx';
import { MomentLine } from './MomentLine.tsx';
import styles from './Stage.module.css';
import type { StageView } from './stageView.ts';
import { useTurningWords } from './useTurningWords.ts';

/** The centre of the stage: round, phase, time left, result and notes. */
export function StageCentre({ view }: { view: StageView }) {
  const { t } = useTranslation();
  const { votes, number } = useFormat();
  const { kind, phase, outcome } = view;
  if (kind === null || phase === null) return <BeforeRound mode={view.mode ?? 'battle'} />;
  return (
    <div className={styles.centre}>
      <p className={styles.centreHead}>
        <b>{t(kind === 'resurrection' ? 'stage.resurrection' : 'stage.round', { number: view.number })}</b>
        <PhaseChip phase={phase} />
      </p>
      {phase === 'settled' && outcome !== null ? (
        <p
          className={`${styles.result} ${view.againChanges === 'outcome' ? styles.outdated : `lead--${outcome}`}`}
        >
          {t(`stage.outcome.${outcome}`)}
        </p>
      ) : (
        <Countdown />
      )}
      <div className={styles.words} data-words>
        <p
          className={styles.notes}
          role="status"
          aria-label={kind === 'battle' ? t('stage.battleStatus') : undefined}
        >
          {phase === 'settled' ? (
            <>
              {view.byAdvantage && <span>{t('stage.byAdvantage')}</span>}
              <Outdated view={view} />
            </>
          ) : (
            <>
              {phase === 'grace' && <GraceLeft />}
              {phase === 'prepared' && view.againNumber !== null && (
                <span className="needed">{t('stage.outdatedBefore', { number: view.againNumber })}</span>
              )}
              {kind === 'battle' && phase !== 'prepared' && <Lead view={view} />}
              {view.through && (
                <span className="through">
                  {t('stage.through')} <b>+{votes(view.overTenths)}</b>
                </span>
              )}
              {!view.through && view.clearance > 0 && (
                <span className="muted">{t('stage.clearance', { shown: number(view.clearance) })}</span>
              )}
            </>
          )}
          {phase !== 'prepared' && <Turning view={view} />}
          {view.gaps > 0 && (
            <span className="needed">{t('stage.gaps', { count: view.gaps, shown: number(view.gaps) })}</span>
          )}
          <NowPlaying />
        </p>
        <MomentLine />
      </div>
    </div>
  );
}

/** The centre before the first round: the length of a round, in the places of a prepared round. */
function BeforeRound({ mode }: { mode: Mode }) {
  const { t } = useTranslation();
  const before = useBeforeWords(mode);
  const seconds = useShow(({ preset }) =>
    preset === null ? 0 : mode === 'freestyle' ? preset.freestyle.length : preset.round.length,
  );
  return (
    <div className={styles.centre}>
      <p className={styles.centreHead}>
        <b>{t(`mode.${mode}`)}</b>
      </p>
      <span className={`${styles.countdown} muted`}>{formatDuration(seconds * 1000)}</span>
      <div className={styles.words} data-words>
        <p className={styles.notes}>
          <span className="muted">{before}</span>
          <NowPlaying />
        </p>
        <MomentLine />
      </div>
    </div>
  );
}

/** What would change if the host settled the shown round again. */
export function Outdated({ view }: { view: StageView }) {
  const { t } = useTranslation();
  if (!view.outdated) return null;
  const { againNow, againChanges } = view;
  const now = againNow === null ? '' : t(`stage.outcome.${againNow}`);
  const change = againNow === 'ranked' ? 'ranked' : (againChanges ?? 'votes');
  return <span className="needed">{t(`stage.outdated.${change}`, { now })}</span>;
}

/** Votes that can still turn the battle or reach the target, without gifts that the host has decided on. */
function Turning({ view }: { view: StageView }) {
  const words = useTurningWords(view);
  return words === null ? null : <span className="needed">{words}</span>;
}

/** Text with the leading side and its lead in votes. */
function Lead({ view }: { view: StageView }) {
  const { t } = useTranslation();
  const { votes } = useFormat();
  const ahead = view.attackerTenths - view.defenderTenths;
  if (ahead === 0) return <span>{t('stage.tied')}</span>;
  const side = ahead > 0 ? 'attacker' : 'defender';
  return (
    <span className={`lead--${side}`}>{t(`stage.leads.${side}`, { shown: votes(Math.abs(ahead)) })}</span>
  );
}
