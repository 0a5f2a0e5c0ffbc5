import { useTranslation } from 'react-i18next';
import { SwitchField } from '#renderer/kit/form/fields.tsx';
import {
  AS_PRESET,
  effectScenes,
  effectStyles,
  lineColours,
  totalSpans,
  type WidgetKind,
  widgetLimits,
} from '#shared/contract/overlay/widget.ts';
import { EffectChoice } from '../EffectChoice.tsx';
import { SegmentsField, Shown, type Switched, WholeNumberField } from '../fields.tsx';
import styles from '../OptionsForm.module.css';
import { AlertFields } from './AlertFields.tsx';
import { BonusFields } from './BonusFields.tsx';
import { GoalFields } from './GoalFields.tsx';
import { RankingFields } from './RankingFields.tsx';
import { TurnField } from './TurnField.tsx';
import { WorkbenchFields } from './WorkbenchFields.tsx';

/** The options of one kind of widget; null for a kind that has none of its own. */
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
    case 'goal':
      return <GoalFields />;
    case 'giftAlert':
      return <AlertFields />;
    case 'timeBonus':
      return <BonusFields />;
    case 'lastWinner':
    case 'thanks':
    case 'scene':
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
      <div className={styles.options}>
        <WholeNumberField name="perPage" label={t('widgets.perPage')} limits={widgetLimits.perPage} slider />
        <TurnField />
      </div>
      <Shown names={names} />
    </>
  );
}

function SpanField() {
  const { t } = useTranslation();
  return <SegmentsField name="span" label={t('widgets.span')} group="span" values={totalSpans} />;
}

function TopField() {
  const { t } = useTranslation();
  return <WholeNumberField name="top" label={t('widgets.top')} limits={widgetLimits.top} slider />;
}

function RecentFields() {
  const { t } = useTranslation();
  return (
    <div className={styles.options}>
      <TopField />
      <WholeNumberField
        name="minDiamonds"
        label={t('widgets.minDiamonds')}
        help={t('widgets.minDiamonds.help')}
        limits={widgetLimits.minDiamonds}
      />
    </div>
  );
}

function EffectFields() {
  const { t } = useTranslation();
  return (
    <>
      <div className={styles.options}>
        <EffectChoice
          name="style"
          label={t('widgets.style')}
          fills="style"
          group="style"
          values={[AS_PRESET, ...effectStyles]}
        />
        <EffectChoice
          name="lines"
          label={t('widgets.lines')}
          fills="line"
          group="lines"
          values={[AS_PRESET, ...lineColours]}
        />
      </div>
      <EffectChoice
        name="scene"
        label={t('widgets.scene')}
        fills="scene"
        segments
        group="scene"
        values={[AS_PRESET, ...effectScenes]}
      />
      <WholeNumberField
        name="sideDepth"
        label={t('widgets.sideDepth')}
        help={t('widgets.sideDepth.help')}
        limits={widgetLimits.sideDepth}
      />
      <SwitchField name="moments" label={t('widgets.moments')} help={t('widgets.moments.help')} />
    </>
  );
}
