import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TextField } from '#renderer/kit/form/fields.tsx';
import { useGroup } from '#renderer/kit/form/formContext.ts';
import { rankingItems, rankingSpans, rankingSubjects } from '#shared/contract/overlay/widget.ts';
import { ListField, OnOffField, SegmentsField, SeveralField, WholeNumberField } from './fields.tsx';

/** Both pages of a ranking, and how they take turns. */
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
      <OnOffField name="hasB" label={t('widgets.hasB')} help={t('widgets.hasB.help')} />
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

/** Automatic page turn. */
export function TurnField() {
  const { t } = useTranslation();
  return (
    <WholeNumberField
      name="turnSeconds"
      label={t('widgets.turnSeconds')}
      help={t('widgets.turnSeconds.help')}
      min={0}
      max={999}
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
        maxLength={60}
        placeholder={t('widgets.rankingName.empty')}
      />
      <ListField
        name={`${name}.subject`}
        label={t('widgets.subject')}
        group="subject"
        values={rankingSubjects}
      />
      <SegmentsField name={`${name}.span`} label={t('widgets.span')} group="span" values={rankingSpans} />
      <WholeNumberField name={`${name}.top`} label={t('widgets.top')} min={1} max={20} slider />
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
