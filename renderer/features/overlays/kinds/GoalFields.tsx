import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Field } from '#renderer/kit/form/Field.tsx';
import { useGroup } from '#renderer/kit/form/FormGroup.tsx';
import { TextField } from '#renderer/kit/form/fields.tsx';
import { goalMeasures, goalSpans, MOST_HEADING, widgetLimits } from '#shared/contract/overlay/widget.ts';
import { SegmentsField, WholeNumberField } from '../fields.tsx';
import styles from '../OptionsForm.module.css';
import { GiftControl } from './GiftControl.tsx';
import { isCalendar, useZone } from './zone.ts';

/** What a goal counts, over which time, and its target. */
export function GoalFields() {
  const { t } = useTranslation();
  const { methods } = useGroup();
  const [measure, span] = useWatch({ control: methods.control, name: ['measure', 'span'] });
  const isPeriod = isCalendar(span);
  const zone = useZone(isPeriod);
  return (
    <div className={styles.options}>
      <TextField
        name="title"
        label={t('widgets.goal.title')}
        maxLength={MOST_HEADING}
        placeholder={t('widgets.goal.title.empty')}
      />
      <WholeNumberField name="target" label={t('widgets.target')} limits={widgetLimits.target} />
      <SegmentsField name="measure" label={t('widgets.measure')} group="measure" values={goalMeasures} />
      <SegmentsField
        name="span"
        label={t('widgets.span')}
        help={isPeriod ? t('widgets.goal.period', { zone }) : undefined}
        group="span"
        values={goalSpans}
      />
      {measure === 'gifts' && (
        <Field group name="gift" label={t('widgets.goal.gift')} help={t('widgets.goal.gift.help')}>
          <GiftControl />
        </Field>
      )}
    </div>
  );
}
