import { useTranslation } from 'react-i18next';
import { SelectField, SwitchField } from '#renderer/kit/form/fields.tsx';
import { languageNames } from '#renderer/kit/i18n/languageNames.ts';
import { widgetFonts, widgetLimits, widgetThemes } from '#shared/contract/overlay/widget.ts';
import { HexColourField, ListField, WholeNumberField } from './fields.tsx';

/** The widget's look: theme, font, accent. */
export function LookFields() {
  const { t } = useTranslation();
  return (
    <div className="wopts">
      <ListField name="frame.theme" label={t('widgets.theme')} group="theme" values={widgetThemes} />
      <ListField name="frame.font" label={t('widgets.font')} group="font" values={widgetFonts} />
      <HexColourField name="frame.accent" label={t('widgets.accent')} />
    </div>
  );
}

/** The widget's place on the page, and its size. */
export function PlaceFields() {
  const { t } = useTranslation();
  return (
    <div className="wopts">
      <WholeNumberField
        name="frame.indentTop"
        label={t('widgets.indentTop')}
        help={t('widgets.indent.help')}
        limits={widgetLimits.indent}
        unit="%"
        slider
      />
      <WholeNumberField
        name="frame.indentBottom"
        label={t('widgets.indentBottom')}
        limits={widgetLimits.indent}
        unit="%"
        slider
      />
      <WholeNumberField
        name="frame.scale"
        label={t('widgets.scale')}
        limits={widgetLimits.scale}
        unit="%"
        slider
      />
    </div>
  );
}

/** Options that hosts rarely change. */
export function OtherFields() {
  const { t } = useTranslation();
  return (
    <div className="wopts">
      <SelectField
        name="frame.language"
        label={t('widgets.language')}
        help={t('widgets.language.help')}
        options={languageNames}
      />
      <SwitchField name="frame.calm" label={t('widgets.calm')} help={t('widgets.calm.help')} />
    </div>
  );
}
