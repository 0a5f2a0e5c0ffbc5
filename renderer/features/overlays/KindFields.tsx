import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useGroup } from '#renderer/kit/form/FormGroup.tsx';
import { SwitchField, TextField } from '#renderer/kit/form/fields.tsx';
import {
  AS_PRESET,
  effectScenes,
  effectStyles,
  lineColours,
  MOST_RANKING_NAME,
  rankingItems,
  rankingSpans,
  rankingSubjects,
  totalSpans,
  type WidgetKind,
  widgetLimits,
} from '#shared/contract/overlay/widget.ts';
import { ListField, SegmentsField, SeveralField, Shown, type Switched, WholeNumberField } from './fields.tsx';
import styles from './OptionsForm.module.css';
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
    case 'lastWinner':
    case 'thanks':
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
      <SwitchField name="moments" label={t('widgets.moments')} help={t('widgets.moments.help')} />
    </>
  );
}

/** The options of a ranking: its one or two pages, and the seconds between them. */
function RankingFields() {
  const { t } = useTranslation();
  const { methods } = useGroup();
  const hasB = useWatch({ control: methods.control, name: 'hasB' });
  return (
    <>
      <fieldset className={styles.page}>
        <legend>{t('widgets.pageA')}</legend>
        <RankingPage name="a" />
      </fieldset>
      <SwitchField name="hasB" label={t('widgets.hasB')} help={t('widgets.hasB.help')} />
      {hasB === true && (
        <>
          <fieldset className={styles.page}>
            <legend>{t('widgets.pageB')}</legend>
            <RankingPage name="b" />
          </fieldset>
          <TurnField />
        </>
      )}
    </>
  );
}

/** The seconds between two pages. */
function TurnField() {
  const { t } = useTranslation();
  return (
    <WholeNumberField
      name="turnSeconds"
      label={t('widgets.turnSeconds')}
      help={t('widgets.turnSeconds.help')}
      limits={widgetLimits.turnSeconds}
      unit={t('presetEditor.unit.seconds')}
    />
  );
}

function RankingPage({ name }: { name: 'a' | 'b' }) {
  const { t } = useTranslation();
  return (
    <div className={styles.options}>
      <TextField
        name={`${name}.name`}
        label={t('widgets.rankingName')}
        maxLength={MOST_RANKING_NAME}
        placeholder={t('widgets.rankingName.empty')}
      />
      <ListField
        name={`${name}.subject`}
        label={t('widgets.subject')}
        group="subject"
        values={rankingSubjects}
      />
      <SegmentsField name={`${name}.span`} label={t('widgets.span')} group="span" values={rankingSpans} />
      <WholeNumberField
        name={`${name}.top`}
        label={t('widgets.top')}
        limits={widgetLimits.rankingTop}
        slider
      />
      <div className={styles.wide}>
        <SeveralField
          name={`${name}.content`}
          label={t('widgets.content')}
          group="item"
          values={rankingItems}
        />
      </div>
    </div>
  );
}
