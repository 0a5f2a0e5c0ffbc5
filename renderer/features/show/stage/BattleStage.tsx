import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useShow } from '#renderer/data/hooks.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import type { Side } from '#shared/contract/round.ts';
import type { GameState } from '#shared/game/state.ts';
import styles from './BattleStage.module.css';
import { MemberLine } from './MemberLine.tsx';
import { type Member, sideMembers } from './members.ts';
import stageStyles from './Stage.module.css';
import { hostRound, type StageView } from './stageView.ts';

const noMembers: Member[] = [];

/**
 * The stage of a battle: attacker, centre, defender, and the bar of their shares below. Before the first battle, the
 * sides have no members.
 */
export function BattleStage({ view, centre }: { view: StageView; centre: ReactNode }) {
  const attacker = useShow((state) => membersOf(state, 'attacker'));
  const defender = useShow((state) => membersOf(state, 'defender'));
  return (
    <>
      <div className={stageStyles.field}>
        <SideBox
          side="attacker"
          votesTenths={view.attackerTenths}
          gifts={view.attackerGifts}
          members={attacker}
          view={view}
        />
        {centre}
        <SideBox
          side="defender"
          votesTenths={view.defenderTenths}
          gifts={view.defenderGifts}
          members={defender}
          view={view}
        />
      </div>
      <PkBar
        share={view.attackerShare}
        unallocatedTenths={view.unallocatedTenths}
        unallocatedGifts={view.unallocatedGifts}
      />
    </>
  );
}

function membersOf(state: GameState, side: Side): Member[] {
  const round = hostRound(state);
  return round === null ? noMembers : sideMembers(state, round, side);
}

interface SideBoxProps {
  side: Side;
  votesTenths: number;
  gifts: number;
  members: readonly Member[];
  view: StageView;
}

export const sideIcons: Readonly<Record<Side, string>> = { attacker: 'bolt', defender: 'shield' };

/** With more members than this, the lines of a side are lower. */
const DENSE = 3;
/** With more members than this, the lines of a side scroll on a small screen. */
const CROWDED = 6;

function lettersStyle(letters: number): CSSProperties & { '--letters': string } {
  return { '--letters': String(letters) };
}

function SideBox({ side, votesTenths, gifts, members, view }: SideBoxProps) {
  const { t } = useTranslation();
  const { votes, number } = useFormat();
  // Both totals have one size.
  const letters = Math.max(votes(view.attackerTenths).length, votes(view.defenderTenths).length);
  const won = view.outcome === side;
  const effect = view.effectSide === side && view.effectLevel > 0;
  return (
    <section
      className={`${styles.side} ${styles[side] ?? ''} ${won ? styles.won : ''}`}
      aria-label={t(`stage.${side}`)}
    >
      <header className={styles.sideHead}>
        <span className={styles.sideName}>
          <i className={`pi pi-${sideIcons[side]}`} aria-hidden="true" />
          {t(`stage.${side}`)}
        </span>
        <span className={styles.sideNotes}>
          {won && <span className={styles.sideWord}>{t('stage.won')}</span>}
          {effect && (
            <span className={styles.sideWord}>{t('stage.effect', { level: view.effectLevel })}</span>
          )}
          <span className={`${styles.sideGifts} muted small`}>
            {t('stage.gifts', { count: gifts, shown: number(gifts) })}
          </span>
        </span>
        <b className={styles.sideVotes} style={lettersStyle(letters)} data-votes>
          {votes(votesTenths)}
        </b>
      </header>
      <ul
        className={members.length > DENSE ? `${styles.members} ${styles.dense}` : styles.members}
        data-crowded={members.length > CROWDED || undefined}
      >
        {members.map(({ id, ...member }) => (
          <MemberLine key={id} rank={null} {...member} />
        ))}
      </ul>
    </section>
  );
}

interface PkBarProps {
  /** The attacker's share, 0 to 1. */
  share: number;
  unallocatedTenths: number;
  unallocatedGifts: number;
}

/** Below this share, a side has no label on any screen. */
const MIN_LABEL_SHARE = 0.07;
/** Below this share, a side has no label on a phone. */
const MIN_LABEL_SHARE_PHONE = 0.15;

/** The bar of both shares. Unallocated votes are not part of it and are listed beside it. */
export function PkBar({ share, unallocatedTenths, unallocatedGifts }: PkBarProps) {
  const { t } = useTranslation();
  const { votes, number } = useFormat();
  const attacker = Math.round(share * 100);
  return (
    <div className={styles.pkRow}>
      <span className="only-for-readers">{t('stage.pkText', { attacker, defender: 100 - attacker })}</span>
      <div className={styles.pk} aria-hidden="true">
        <span className={styles.pkAttacker} style={{ transform: `scaleX(${share})` }} />
        <span className={styles.pkEdge} style={{ transform: `translateX(${share * 100}%)` }} />
        <span className={labelOf(share)}>{t('stage.percent', { shown: attacker })}</span>
        <span className={labelOf(1 - share)}>{t('stage.percent', { shown: 100 - attacker })}</span>
      </div>
      <span className={unallocatedTenths > 0 ? `${styles.pkRest} ${styles.pkRestNeeded}` : styles.pkRest}>
        {t('stage.unallocated')} <b>{votes(unallocatedTenths)}</b>{' '}
        <span className="small">
          {t('stage.gifts', { count: unallocatedGifts, shown: number(unallocatedGifts) })}
        </span>
      </span>
    </div>
  );
}

function labelOf(share: number): string {
  const className =
    share < MIN_LABEL_SHARE ? styles.pkLabelNone : share < MIN_LABEL_SHARE_PHONE ? styles.pkLabelNarrow : '';
  return `${styles.pkLabel} ${className}`;
}
