import { useTranslation } from 'react-i18next';
import { useConnection, useNow, useShow, useSums } from '#renderer/data/hooks.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { Face } from '#renderer/kit/ui/Face.tsx';
import type { Side } from '#shared/contract/round.ts';
import { shownRound } from '#shared/game/round/view.ts';
import { totals } from '#shared/game/selectors.ts';
import type { GameState } from '#shared/game/state.ts';
import { sideIcons } from '../stage/BattleStage.tsx';
import { leftText } from '../stage/Countdown.tsx';
import { type Member, memberOf, rankedMembers, sideMembers } from '../stage/members.ts';
import type { StageView } from '../stage/stageView.ts';
import styles from './wall.module.css';

/** Anchors of a side that stand in one column; more stand in two. */
const ONE_COLUMN = 4;
/** Anchors of a ranking that the wall shows. */
const PLACES = 12;

/** The middle of the wall, by the kind of the round; without a round, the sums of the show. */
export function WallField({ view }: { view: StageView }) {
  switch (view.kind) {
    case 'battle':
      return <Battle view={view} />;
    case 'turn':
    case 'resurrection':
      return <Solo view={view} />;
    case 'ranking':
      return <Places />;
    case null:
      return view.mode === 'sticker' ? <DanceNow /> : <Sums />;
  }
}

function Battle({ view }: { view: StageView }) {
  const { t } = useTranslation();
  const attacker = Math.round(view.attackerShare * 100);
  return (
    <div className={styles.battle}>
      <SideOnWall side="attacker" view={view} votesTenths={view.attackerTenths} />
      <SideOnWall side="defender" view={view} votesTenths={view.defenderTenths} />
      <div
        className={styles.bar}
        role="img"
        aria-label={t('stage.pkText', { attacker, defender: 100 - attacker })}
      >
        <span style={{ transform: `scaleX(${view.attackerShare})` }} />
      </div>
    </div>
  );
}

interface SideProps {
  side: Side;
  view: StageView;
  votesTenths: number;
}

function SideOnWall({ side, view, votesTenths }: SideProps) {
  const { t } = useTranslation();
  const { votes } = useFormat();
  const members = useShow((state) => membersOf(state, side));
  const won = view.outcome === side;
  return (
    <section
      className={`${styles.side} ${styles[side]} ${won ? styles.won : ''}`}
      aria-label={t(`stage.${side}`)}
    >
      <header className={styles.sideHead}>
        <span className={styles.sideName}>
          <i className={`pi pi-${sideIcons[side]}`} aria-hidden="true" /> {t(`stage.${side}`)}
          {won && ` · ${t('stage.won')}`}
        </span>
        <b className={styles.total}>{votes(votesTenths)}</b>
      </header>
      <ul className={`${styles.members} ${members.length > ONE_COLUMN ? styles.two : ''}`}>
        {members.map((member) => (
          <MemberOnWall key={member.id} member={member} rank={null} />
        ))}
      </ul>
    </section>
  );
}

const noMembers: Member[] = [];

function membersOf(state: GameState, side: Side): Member[] {
  const round = shownRound(state);
  return round === null ? noMembers : sideMembers(state, round, side);
}

function MemberOnWall({ member, rank }: { member: Member; rank: number | null }) {
  const { t } = useTranslation();
  const { votes, number } = useFormat();
  const name = member.name ?? t('ledger.target.gone');
  return (
    <li className={styles.member}>
      {rank !== null && <span className={styles.rank}>{rank}</span>}
      <span className={styles.face}>
        <Face avatar={member.avatar} username={member.username} name={name} />
      </span>
      <span className={`${styles.name} clip`} title={name}>
        {name}
      </span>
      {member.streak > 0 && (
        <span className={styles.streak}>
          <i className="pi pi-trophy" aria-hidden="true" />{' '}
          {t('stage.streak', { shown: number(member.streak) })}
        </span>
      )}
      {member.standing !== 'in' && <span className={styles.out}>{t(`stage.${member.standing}`)}</span>}
      <b className="num">{votes(member.scoreTenths)}</b>
    </li>
  );
}

function Places() {
  const members = useShow((state) => {
    const round = shownRound(state);
    return round === null ? [] : rankedMembers(state, round).slice(0, PLACES);
  });
  return (
    <ol className={`${styles.members} ${styles.places} ${members.length > ONE_COLUMN ? styles.two : ''}`}>
      {members.map(({ rank, ...member }) => (
        <MemberOnWall key={member.id} member={member} rank={member.scoreTenths > 0 ? rank : null} />
      ))}
    </ol>
  );
}

/** One anchor against a target: a freestyle turn, or a comeback round. */
function Solo({ view }: { view: StageView }) {
  const { t } = useTranslation();
  const { votes } = useFormat();
  const member = useShow((state) => {
    const round = shownRound(state);
    const id = round?.anchors[0];
    return round === null || id === undefined ? null : memberOf(state, round, id);
  });
  const targetTenths = useShow((state) => shownRound(state)?.targetTenths ?? 0) || view.clearance * 10;
  if (member === null) return <div />;
  const name = member.name ?? t('ledger.target.gone');
  const reached = targetTenths > 0 && member.scoreTenths >= targetTenths;
  return (
    <div className={styles.solo}>
      <span className={styles.soloFace}>
        <Face avatar={member.avatar} username={member.username} name={name} />
      </span>
      <span className={`${styles.soloName} clip`}>{name}</span>
      <b className={styles.soloVotes}>{votes(member.scoreTenths)}</b>
      {targetTenths > 0 && (
        <>
          <div className={styles.goal} aria-hidden="true">
            <span style={{ transform: `scaleX(${Math.min(1, member.scoreTenths / targetTenths)})` }} />
          </div>
          <p className={reached ? styles.reached : ''} role="status">
            {reached
              ? t('wall.reached', { target: votes(targetTenths) })
              : t('wall.target', { target: votes(targetTenths) })}
          </p>
        </>
      )}
    </div>
  );
}

function Sums() {
  const { t } = useTranslation();
  const { votes, number } = useFormat();
  const sums = useSums((state) => {
    const { counted, givers } = totals(state);
    return { votes: counted.votesTenths, gifts: counted.count, givers };
  });
  return (
    <dl className={styles.sums}>
      <div>
        <dt>{t('total.votes')}</dt>
        <dd>{votes(sums.votes)}</dd>
      </div>
      <div>
        <dt>{t('total.gifts')}</dt>
        <dd>{number(sums.gifts)}</dd>
      </div>
      <div>
        <dt>{t('total.givers')}</dt>
        <dd>{number(sums.givers)}</dd>
      </div>
    </dl>
  );
}

/** The gameplay entry that runs now, who triggered it, its time, and how many wait. */
function DanceNow() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const offset = useConnection((state) => state.clockOffset);
  const now = useNow(500) + offset;
  const dance = useShow((state) => {
    const { playing } = state;
    const entry = state.preset?.gameplay.find(({ id }) => id === playing?.dance.entryId);
    if (playing === null || entry === undefined) return null;
    const { viewerId, times } = playing.dance;
    const timed = playing.countdown.length > 0;
    return {
      name: times > 1 ? `${entry.name} ×${times}` : entry.name,
      viewer: state.viewers.get(viewerId)?.name ?? '',
      left: timed ? leftText(playing.countdown, now) : '',
    };
  });
  const waiting = useShow((state) => state.dances.size);
  return (
    <div className={styles.solo}>
      <span className={styles.soloName}>{dance?.viewer ?? ''}</span>
      <b className={styles.soloVotes}>{dance?.name ?? t('stage.before.sticker')}</b>
      <p className="num">{dance?.left ?? ''}</p>
      {waiting > 0 && <p>{t('wall.dancesWait', { count: waiting, shown: number(waiting) })}</p>}
    </div>
  );
}
