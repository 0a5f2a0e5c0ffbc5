import { useTranslation } from 'react-i18next';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { Countdown } from './Countdown.tsx';
import { NowPlaying } from './dance/NowPlaying.tsx';
import type { StageView } from './stageView.ts';

/** The stage in one line: before the first round, or folded by the host. */
export function SlimStage({ view }: { view: StageView }) {
  const { t } = useTranslation();
  const { votes } = useFormat();
  const { kind, phase, mode } = view;
  if (kind === null || phase === null || mode === null) {
    return (
      <p className="slim">
        <b>{t(`mode.${mode ?? 'normal'}`)}</b>
        <span className="muted">{t(`stage.before.${mode ?? 'normal'}`)}</span>
        <NowPlaying />
      </p>
    );
  }
  return (
    <p className="slim">
      <b>{t(kind === 'resurrection' ? 'stage.resurrection' : 'stage.round', { number: view.number })}</b>
      <span className={`phase phase--${phase}`}>{t(`stage.phase.${phase}`)}</span>
      {phase !== 'settled' && <Countdown />}
      {kind === 'battle' && (
        <span className="slim__sides">
          <b className="lead--attacker">{votes(view.attackerTenths)}</b>
          <span aria-hidden="true">:</span>
          <b className="lead--defender">{votes(view.defenderTenths)}</b>
        </span>
      )}
      {phase === 'settled' && view.outcome !== null && <b>{t(`stage.outcome.${view.outcome}`)}</b>}
      {view.outdated && <span className="needed">{t('stage.outdated')}</span>}
    </p>
  );
}
