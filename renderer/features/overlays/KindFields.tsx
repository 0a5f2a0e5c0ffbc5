import { useTranslation } from 'react-i18next';
import {
  AS_PRESET,
  effectScenes,
  effectStyles,
  lineColours,
  type WidgetKind,
} from '#shared/contract/overlay/widget.ts';
import { ListField, OnOffField, SegmentsField, WholeNumberField } from './fields.tsx';
import { RankingFields, TurnField } from './RankingFields.tsx';
import { Shown, type Switched } from './Shown.tsx';
import { WorkbenchFields } from './WorkbenchFields.tsx';

/** What only this kind of widget has; nothing for one that shows just one thing. */
export function KindFields({ kind }: { kind: WidgetKind }) {
  switch (kind) {
    case 'ranking':
      return <RankingFields />;
    case 'pkBar':
      return <Shown names={['showStreaks', 'showShare', 'showAvatars']} />;
    case 'countdown':
      return <Shown names={['showRound', 'showDelay', 'showBreakthrough']} />;
    case 'anchorCards':
      return <Paged names={['showStreak', 'showRank']} />;
    case 'giftGuide':
      return <Paged names={['showGameplay']} />;
    case 'totalVotes':
      return <SpanField />;
    case 'danceQueue':
      return <TopField />;
    case 'recentGifts':
      return <RecentFields />;
    case 'lastWinner':
      return null;
    case 'effects':
      return <EffectFields />;
    case 'workbench':
      return <WorkbenchFields />;
  }
}

function Paged({ names }: { names: readonly Switched[] }) {
  const { t } = useTranslation();
  return (
    <>
      <div className="wopts">
        <WholeNumberField name="perPage" label={t('widgets.perPage')} min={1} max={12} slider />
        <TurnField />
      </div>
      <Shown names={names} />
    </>
  );
}

function SpanField() {
  const { t } = useTranslation();
  return <SegmentsField name="span" label={t('widgets.span')} group="span" values={['round', 'show']} />;
}

function TopField() {
  const { t } = useTranslation();
  return <WholeNumberField name="top" label={t('widgets.top')} min={1} max={12} slider />;
}

function RecentFields() {
  const { t } = useTranslation();
  return (
    <div className="wopts">
      <TopField />
      <WholeNumberField
        name="minDiamonds"
        label={t('widgets.minDiamonds')}
        help={t('widgets.minDiamonds.help')}
        min={0}
        max={1_000_000}
      />
    </div>
  );
}

function EffectFields() {
  const { t } = useTranslation();
  return (
    <>
      <div className="wopts">
        <ListField
          name="style"
          label={t('widgets.style')}
          group="style"
          values={[AS_PRESET, ...effectStyles]}
        />
        <ListField
          name="lines"
          label={t('widgets.lines')}
          group="lines"
          values={[AS_PRESET, ...lineColours]}
        />
        <SegmentsField
          name="scene"
          label={t('widgets.scene')}
          group="scene"
          values={[AS_PRESET, ...effectScenes]}
        />
      </div>
      <OnOffField name="moments" label={t('widgets.moments')} help={t('widgets.moments.help')} />
    </>
  );
}
