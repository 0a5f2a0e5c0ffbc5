import { useTranslation } from 'react-i18next';
import { useShow } from '#renderer/data/hooks.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { Face } from '#renderer/kit/ui/Face.tsx';
import type { Side } from '#shared/contract/round.ts';
import { shownRound } from '#shared/game/round/view.ts';
import { PkBar, sideIcons } from '../stage/BattleStage.tsx';
import { rankedMembers } from '../stage/members.ts';
import stageStyles from '../stage/Stage.module.css';
import { StageCentre } from '../stage/StageCentre.tsx';
import type { StageView } from '../stage/stageView.ts';
import styles from './Remote.module.css';

/** Number of anchors that a round without sides shows. */
const SHOWN = 3;

/** The clock and the score: both sides and their bar, or the best anchors of a round without sides. */
export function RemoteStage({ view }: { view: StageView }) {
  const { t } = useTranslation();
  const { kind, mode } = view;
  return (
    <section className={`${stageStyles.stage} ${styles.stage}`} aria-label={t('stage.label')}>
      {kind === null ? (
        <p className={stageStyles.slim}>
          <b>{t(`mode.${mode ?? 'normal'}`)}</b>
          <span className="muted">{t(`stage.before.${mode ?? 'normal'}`)}</span>
        </p>
      ) : (
        <StageCentre view={view} />
      )}
      {kind === 'battle' && (
        <>
          <div className={styles.sides}>
            <SideTotal side="attacker" votesTenths={view.attackerTenths} won={view.outcome === 'attacker'} />
            <SideTotal side="defender" votesTenths={view.defenderTenths} won={view.outcome === 'defender'} />
          </div>
          <PkBar
            share={view.attackerShare}
            unallocatedTenths={view.unallocatedTenths}
            unallocatedGifts={view.unallocatedGifts}
          />
        </>
      )}
      {kind !== null && kind !== 'battle' && <BestAnchors />}
    </section>
  );
}

function SideTotal({ side, votesTenths, won }: { side: Side; votesTenths: number; won: boolean }) {
  const { t } = useTranslation();
  const { votes } = useFormat();
  return (
    <p className={`${styles.side} lead--${side}`}>
      <span className={styles.sideName}>
        <i className={`pi pi-${sideIcons[side]}`} aria-hidden="true" /> {t(`stage.${side}`)}
        {won && ` · ${t('stage.won')}`}
      </span>
      <b className={styles.sideVotes}>{votes(votesTenths)}</b>
    </p>
  );
}

function BestAnchors() {
  const { t } = useTranslation();
  const { votes } = useFormat();
  const members = useShow((state) => {
    const round = shownRound(state);
    return round === null ? [] : rankedMembers(state, round).slice(0, SHOWN);
  });
  return (
    <ol className={styles.best}>
      {members.map(({ id, name, avatar, username, scoreTenths }) => (
        <li key={id}>
          <Face avatar={avatar} username={username} name={name ?? ''} size="small" />
          <span className="clip">{name ?? t('ledger.target.gone')}</span>
          <b>{votes(scoreTenths)}</b>
        </li>
      ))}
    </ol>
  );
}
