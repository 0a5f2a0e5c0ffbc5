import './stage.css';
import './solo.css';
import './dance.css';
import './sides.css';
import './members.css';
import './pk.css';
import './places.css';
import './team.css';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside, useShow } from '#renderer/data/hooks.ts';
import { useKey } from '#renderer/kit/keys/useKey.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { useLoadAhead } from '#renderer/kit/ui/useLoadAhead.ts';
import { AttemptStage } from './attempt/AttemptStage.tsx';
import { BattleStage } from './BattleStage.tsx';
import { DanceStage } from './dance/DanceStage.tsx';
import { RoundControls } from './RoundControls.tsx';
import { RankingStage } from './ranking/RankingStage.tsx';
import { SlimStage } from './SlimStage.tsx';
import { StageCentre } from './StageCentre.tsx';
import { hasStage, type StageView, stageView } from './stageView.ts';
import { TurnStage } from './turn/TurnStage.tsx';
import { useRoundActions } from './useRoundActions.ts';

const loadSides = () => import('./team/SidePicker.tsx');
const loadTeam = () => import('./team/TeamList.tsx');
const SidePicker = lazy(loadSides);
const TeamList = lazy(loadTeam);

/** The battle, the turn, the dance: the largest thing on the Homepage while a round is there, else a line. */
export function Stage() {
  const there = useShow(hasStage);
  return there ? <OpenStage /> : null;
}

function OpenStage() {
  const { t } = useTranslation();
  const { readOnly } = useRingside();
  const view = useShow(stageView);
  const actions = useRoundActions(view);
  const [folded, setFolded] = useState(false);
  const [team, setTeam] = useState(false);
  const { kind, mode } = view;
  const dances = mode === 'sticker';
  const full = kind !== null && !folded;
  useLoadAhead(loadSides);
  useLoadAhead(loadTeam);
  useKey('stage.fold', () => setFolded(!folded), kind !== null);
  useKey('team.open', () => setTeam(true));
  return (
    <section className={full || dances ? 'stage stage--full' : 'stage'} aria-label={t('stage.label')}>
      {full && <Field view={view} />}
      {dances && <DanceStage />}
      <div className="stage__foot">
        {!full && view.rounds && <SlimStage view={view} />}
        {!readOnly && <RoundControls view={view} actions={actions} />}
        <div className="stage__tools">
          <Button
            look="text"
            icon="users"
            label={t('stage.team')}
            keyAction="team.open"
            onClick={() => setTeam(true)}
          />
          {kind !== null && (
            <Button
              look="text"
              icon={folded ? 'chevron-down' : 'chevron-up'}
              ariaLabel={t(folded ? 'stage.unfold' : 'stage.fold')}
              keyAction="stage.fold"
              onClick={() => setFolded(!folded)}
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
    case 'turn':
      return <TurnStage view={view} centre={centre} />;
    case 'resurrection':
      return <AttemptStage centre={centre} />;
    case 'ranking':
      return <RankingStage view={view} centre={centre} />;
    case null:
      return null;
  }
}
