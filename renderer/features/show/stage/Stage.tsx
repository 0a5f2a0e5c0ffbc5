import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside, useShow } from '#renderer/data/hooks.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { useKey } from '#renderer/kit/keys/useKey.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { useLoadAhead } from '#renderer/kit/ui/useLoadAhead.ts';
import { totals } from '#shared/game/selectors.ts';
import type { GameState } from '#shared/game/state.ts';
import { countedTally } from '#shared/game/tally.ts';
import { useOpenWall } from '../wall/useOpenWall.ts';
import battleStageStyles from './BattleStage.module.css';
import { BattleStage } from './BattleStage.tsx';
import { useBeforeWords } from './beforeWords.ts';
import { Countdown, NowPlaying, PhaseChip } from './Countdown.tsx';
import { DanceStage } from './DanceStage.tsx';
import { MemberLine } from './MemberLine.tsx';
import { rankedAnchors, rankedMembers } from './members.ts';
import { RoundControls, SessionPaused, useRoundActions } from './RoundControls.tsx';
import { ResurrectionStage, TurnStage } from './SoloStage.tsx';
import styles from './Stage.module.css';
import { Outdated, StageCentre } from './StageCentre.tsx';
import { hasStagePlace, hostRound, hostView, type StageView } from './stageView.ts';
import { ThankYou } from './ThankYou.tsx';

const loadSides = () => import('./SidePicker.tsx');
const loadTeam = () => import('./TeamList.tsx');
const SidePicker = lazy(loadSides);
const TeamList = lazy(loadTeam);

/**
 * The stage of the show: the current round in full, or one line if the host folded it. The first round finds its place
 * reserved, so that neither the start of the session nor a round moves anything.
 */
export function Stage() {
  const visible = useShow(hasStagePlace);
  return visible ? <OpenStage /> : null;
}

function OpenStage() {
  const { t } = useTranslation();
  const { readOnly } = useRingside();
  const view = useShow(hostView);
  const actions = useRoundActions(view);
  const [chosen, setChosen] = useState<'folded' | 'open' | null>(null);
  const [team, setTeam] = useState(false);
  const openWall = useOpenWall();
  const { kind, mode, status } = view;
  // After the end, the recap is in the foreground.
  const folded = chosen === null ? status === 'ended' : chosen === 'folded';
  const fold = () => setChosen(folded ? 'open' : 'folded');
  const dances = mode === 'sticker';
  const fillable = kind !== null || view.rounds;
  const full = fillable && !folded;
  useLoadAhead(loadSides);
  useLoadAhead(loadTeam);
  useKey('stage.fold', fold, fillable);
  useKey('team.open', () => setTeam(true));
  return (
    <section
      className={styles.stage}
      data-stage={full || dances ? 'full' : 'slim'}
      aria-label={t('stage.label')}
    >
      {full && <Field view={view} />}
      {dances && <DanceStage />}
      <div className={styles.foot}>
        {!full && view.rounds && <SlimStage view={view} />}
        {!readOnly && <RoundControls view={view} actions={actions} />}
        {!readOnly && <SessionPaused view={view} />}
        <div className={styles.tools}>
          {!readOnly && <ThankYou />}
          <Button
            look="text"
            icon="users"
            label={t('stage.team')}
            keyAction="team.open"
            onClick={() => setTeam(true)}
          />
          {!readOnly && (
            <Button
              look="text"
              icon="desktop"
              ariaLabel={t('wall.open')}
              keyAction="wall.open"
              onClick={openWall}
            />
          )}
          {fillable && (
            <Button
              look="text"
              icon={folded ? 'chevron-down' : 'chevron-up'}
              ariaLabel={t(folded ? 'stage.unfold' : 'stage.fold')}
              keyAction="stage.fold"
              onClick={fold}
            />
          )}
        </div>
      </div>
      <Suspense fallback={null}>
        {actions.choosing && <SidePicker onClose={() => actions.setChoosing(false)} />}
        {team && <TeamList onClose={() => setTeam(false)} />}
      </Suspense>
    </section>
  );
}

function Field({ view }: { view: StageView }) {
  const centre = <StageCentre view={view} />;
  switch (view.kind) {
    case 'battle':
      return <BattleStage view={view} centre={centre} />;
    case null:
      return <FieldBefore view={view} centre={centre} />;
    case 'turn':
      return <TurnStage view={view} centre={centre} />;
    case 'resurrection':
      return <ResurrectionStage centre={centre} />;
    case 'ranking':
      return <RankingStage view={view} centre={centre} />;
  }
}

/** The field of the first round before it is prepared. */
function FieldBefore({ view, centre }: { view: StageView; centre: ReactNode }) {
  switch (view.mode) {
    case 'battle':
      return <BattleStage view={view} centre={centre} />;
    case 'freestyle':
      return <TurnStage view={view} centre={centre} />;
    default:
      return <RankingStage view={view} centre={centre} />;
  }
}

/** The stage in one line, if the host folded it. */
function SlimStage({ view }: { view: StageView }) {
  const { t } = useTranslation();
  const { votes } = useFormat();
  const { kind, phase, mode } = view;
  const before = useBeforeWords(mode);
  if (kind === null || phase === null || mode === null) {
    return (
      <p className={styles.slim}>
        <b>{t(`mode.${mode ?? 'normal'}`)}</b>
        <span className="muted">{before}</span>
        <NowPlaying />
      </p>
    );
  }
  return (
    <p className={styles.slim}>
      <b>{t(kind === 'resurrection' ? 'stage.resurrection' : 'stage.round', { number: view.number })}</b>
      <PhaseChip phase={phase} />
      {phase !== 'settled' && <Countdown />}
      {kind === 'battle' && (
        <span className={styles.slimSides}>
          <b className="lead--attacker">{votes(view.attackerTenths)}</b>
          <span aria-hidden="true">:</span>
          <b className="lead--defender">{votes(view.defenderTenths)}</b>
        </span>
      )}
      {phase === 'settled' && view.outcome !== null && <b>{t(`stage.outcome.${view.outcome}`)}</b>}
      <Outdated view={view} />
    </p>
  );
}

/** The sums of the round; without a round, those of the show. */
function rankingSums(state: GameState) {
  const round = hostRound(state);
  if (round !== null) {
    const { votesTenths, count } = countedTally(round.targets);
    const { votesTenths: openTenths = 0, count: openGifts = 0 } = round.targets.get('unallocated') ?? {};
    return { votesTenths, count, openTenths, openGifts };
  }
  const { counted, unallocated } = totals(state);
  return {
    votesTenths: counted.votesTenths,
    count: counted.count,
    openTenths: unallocated.votesTenths,
    openGifts: unallocated.count,
  };
}

/** The stage of a ranking round, or of the show without a round: the anchors by score, and the sums. */
function RankingStage({ view, centre }: { view: StageView; centre: ReactNode }) {
  const { t } = useTranslation();
  const { votes, number } = useFormat();
  const members = useShow((state) => {
    const round = hostRound(state);
    return round === null ? rankedAnchors(state) : rankedMembers(state, round);
  });
  const sums = useShow(rankingSums);
  const inRound = view.kind !== null;
  return (
    <div className={`${styles.field} ${styles.ranking}`}>
      {centre}
      <div className={battleStageStyles.places}>
        <dl className={battleStageStyles.sums}>
          <div
            className={
              view.mode === 'votes'
                ? `${battleStageStyles.sum} ${battleStageStyles.sumLarge}`
                : battleStageStyles.sum
            }
          >
            <dt>{t(inRound ? 'stage.roundVotes' : 'totals.counted')}</dt>
            <dd>{votes(sums.votesTenths)}</dd>
          </div>
          <div className={battleStageStyles.sum}>
            <dt>{t(inRound ? 'stage.roundGifts' : 'totals.gifts')}</dt>
            <dd>{number(sums.count)}</dd>
          </div>
          <div className={battleStageStyles.sum}>
            <dt>{t('stage.unallocated')}</dt>
            <dd className={sums.openTenths > 0 ? 'needed' : ''}>
              {votes(sums.openTenths)}{' '}
              <span className="small">
                {t('stage.gifts', { count: sums.openGifts, shown: number(sums.openGifts) })}
              </span>
            </dd>
          </div>
        </dl>
        <ol className={`${battleStageStyles.members} ${battleStageStyles.ranked}`}>
          {members.map(({ id, rank, ...member }) => (
            <MemberLine key={id} {...member} rank={member.scoreTenths > 0 ? rank : 0} shareTenths={null} />
          ))}
        </ol>
      </div>
    </div>
  );
}
