import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Field } from '#renderer/kit/form/Field.tsx';
import { useGroup } from '#renderer/kit/form/FormGroup.tsx';
import { TextField } from '#renderer/kit/form/fields.tsx';
import { bonusStarts, MOST_HEADING, widgetLimits } from '#shared/contract/overlay/widget.ts';
import { SegmentsField, WholeNumberField } from '../fields.tsx';
import styles from '../OptionsForm.module.css';
import { GiftControl } from './GiftControl.tsx';

/** The rule of a time bonus. `BonusRun` starts and stops it. */
export function BonusFields() {
  const { t } = useTranslation();
  const { methods } = useGroup();
  const gift = useWatch({ control: methods.control, name: 'gift' });
  const seconds = { limits: widgetLimits.bonusSeconds, unit: t('presetEditor.unit.seconds') };
  return (
    <div className={styles.options}>
      <TextField
        name="title"
        label={t('widgets.goal.title')}
        maxLength={MOST_HEADING}
        placeholder={t('widgets.kind.timeBonus')}
      />
      <SegmentsField name="start" label={t('widgets.bonus.start')} group="bonusStart" values={bonusStarts} />
      <WholeNumberField name="seconds" label={t('widgets.bonus.seconds')} {...seconds} />
      <WholeNumberField
        name="diamonds"
        label={t('widgets.bonus.diamonds')}
        help={t('widgets.bonus.help')}
        limits={widgetLimits.bonusDiamonds}
      />
      <WholeNumberField name="addSeconds" label={t('widgets.bonus.addSeconds')} {...seconds} />
      <Field group name="gift" label={t('widgets.bonus.gift')}>
        <GiftControl />
      </Field>
      {gift !== null && (
        <WholeNumberField name="giftSeconds" label={t('widgets.bonus.giftSeconds')} {...seconds} />
      )}
      <WholeNumberField name="maxPerGift" label={t('widgets.bonus.maxPerGift')} {...seconds} />
      <WholeNumberField name="maxSeconds" label={t('widgets.bonus.maxSeconds')} {...seconds} />
    </div>
  );
}
