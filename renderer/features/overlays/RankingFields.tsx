import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { SwitchField, TextField } from '#renderer/kit/form/fields.tsx';
import { useGroup } from '#renderer/kit/form/formContext.ts';
import {
  MOST_RANKING_NAME,
  rankingItems,
  rankingSpans,
  rankingSubjects,
  widgetLimits,
} from '#shared/contract/overlay/widget.ts';
import { ListField, SegmentsField, SeveralField, WholeNumberField } from './fields.tsx';

/** The options of a ranking: its one or two pages, and the seconds between them. */
export function RankingFields() {
  const { t } = useTranslation();
  const { methods } = useGroup();
  const hasB = useWatch({ control: methods.control, name: 'hasB' });
  return (
    <>
      <fieldset className="wpage">
        <legend>{t('widgets.pageA')}</legend>
        <RankingPage name="a" />
      </fieldset>
      <SwitchField name="hasB" label={t('widgets.hasB')} help={t('widgets.hasB.help')} />
      {hasB === true && (
        <>
          <fieldset className="wpage">
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
export function TurnField() {
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
    <div className="wopts">
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
      <div className="wopts__wide">
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
