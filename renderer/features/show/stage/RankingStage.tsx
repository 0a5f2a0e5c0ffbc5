import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useShow } from '#renderer/data/hooks.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { shownRound } from '#shared/game/round/view.ts';
import { countedTally } from '#shared/game/tally.ts';
import styles from './BattleStage.module.css';
import { MemberLine } from './MemberLine.tsx';
import { rankedMembers } from './members.ts';
import stageStyles from './Stage.module.css';
import type { StageView } from './stageView.ts';

/** The stage of a ranking round: the anchors by score, and the sums of the round. */
export function RankingStage({ view, centre }: { view: StageView; centre: ReactNode }) {
  const { t } = useTranslation();
  const { votes, number } = useFormat();
  const members = useShow((state) => {
    const round = shownRound(state);
    return round === null ? [] : rankedMembers(state, round);
  });
  const sums = useShow((state) => countedTally(shownRound(state)?.targets ?? []));
  return (
    <div className={`${stageStyles.field} ${stageStyles.ranking}`}>
      {centre}
      <div className={styles.places}>
        <dl className={styles.sums}>
          <div className={view.mode === 'votes' ? `${styles.sum} ${styles.sumLarge}` : styles.sum}>
            <dt>{t('stage.roundVotes')}</dt>
            <dd>{votes(sums.votesTenths)}</dd>
          </div>
          <div className={styles.sum}>
            <dt>{t('stage.roundGifts')}</dt>
            <dd>{number(sums.count)}</dd>
          </div>
          <div className={styles.sum}>
            <dt>{t('stage.unallocated')}</dt>
            <dd className={view.unallocatedTenths > 0 ? 'needed' : ''}>
              {votes(view.unallocatedTenths)}{' '}
              <span className="small">
                {t('stage.gifts', { count: view.unallocatedGifts, shown: number(view.unallocatedGifts) })}
              </span>
            </dd>
          </div>
        </dl>
        <ol className={`${styles.members} ${styles.ranked}`}>
          {members.map(({ id, rank, ...member }) => (
            <MemberLine key={id} {...member} rank={member.scoreTenths > 0 ? rank : null} shareTenths={null} />
          ))}
        </ol>
      </div>
    </div>
  );
}
