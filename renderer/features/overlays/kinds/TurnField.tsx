import { useTranslation } from 'react-i18next';
import { widgetLimits } from '#shared/contract/overlay/widget.ts';
import { WholeNumberField } from '../fields.tsx';

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
