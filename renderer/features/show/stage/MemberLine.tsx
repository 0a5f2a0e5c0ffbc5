import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { Face } from '#renderer/kit/ui/Face.tsx';
import styles from './BattleStage.module.css';
import type { Standing } from './members.ts';

/** Plain values only, so that `memo` renders a line only when its own values change. */
export interface MemberLineProps {
  name: string | null;
  avatar: string;
  username: string;
  /** Rank in a ranking, 0 without votes; null in a battle. */
  rank: number | null;
  scoreTenths: number;
  fallenTenths: number;
  streak: number;
  standing: Standing;
  shareTenths: number | null;
}

/** Shown instead of the rank of an anchor without votes. */
export const NO_RANK = '–';

/** One anchor of a round: name, wins in a row, standing, score, and its votes from the settlement. */
export const MemberLine = memo(function MemberLine(member: MemberLineProps) {
  const { t } = useTranslation();
  const { votes, number } = useFormat();
  const { standing, streak, shareTenths, fallenTenths } = member;
  const name = member.name ?? t('ledger.target.gone');
  return (
    <li className={`${styles.member} ${styles[standing] ?? ''}`}>
      {member.rank !== null && <span className={styles.memberRank}>{member.rank || NO_RANK}</span>}
      <Face
        avatar={member.avatar}
        username={member.username}
        name={name}
        size="small"
        className={styles.memberFace}
      />
      <span className={`${styles.memberName} clip`} title={name}>
        {name}
      </span>
      {streak > 0 && (
        <span className={styles.mark} title={t('stage.streakText', { count: streak, shown: number(streak) })}>
          <i className="pi pi-trophy" aria-hidden="true" />
          {t('stage.streak', { shown: number(streak) })}
        </span>
      )}
      {standing !== 'in' && (
        <span className={`${styles.mark} ${styles.markOut}`}>{t(`stage.${standing}`)}</span>
      )}
      {fallenTenths > 0 && (
        <span className={styles.mark} title={t('stage.fallenText', { shown: votes(fallenTenths) })}>
          −{votes(fallenTenths)}
        </span>
      )}
      <b className={styles.score}>{votes(member.scoreTenths)}</b>
      {member.rank === null && (
        <span
          className={shareTenths === member.scoreTenths ? `${styles.share} ${styles.own}` : styles.share}
          title={shareTenths === null ? undefined : t('stage.shareText')}
        >
          {shareTenths !== null && t('stage.share', { shown: votes(shareTenths) })}
        </span>
      )}
    </li>
  );
});
