import { useTranslation } from 'react-i18next';
import { ColourField, SelectField } from '#renderer/kit/form/fields.tsx';
import { languageNames } from '#renderer/kit/i18n/languageNames.ts';
import { widgetFonts, widgetThemes } from '#shared/contract/overlay/widget.ts';
import { ListField, OnOffField, WholeNumberField } from './fields.tsx';

/** How it looks: theme, font, accent. */
export function LookFields() {
  const { t } = useTranslation();
  return (
    <div className="wopts">
      <ListField name="frame.theme" label={t('widgets.theme')} group="theme" values={widgetThemes} />
      <ListField name="frame.font" label={t('widgets.font')} group="font" values={widgetFonts} />
      <AccentField />
    </div>
  );
}

function AccentField() {
  const { t } = useTranslation();
  return (
    <ColourField
      name="frame.accent"
      label={t('widgets.accent')}
      required
      asterisk="none"
      validate={(value) => (/^#[0-9a-f]{6}$/i.test(value) ? null : t('widgets.colour.invalid'))}
    />
  );
}

/** Where it stands on the page and how large it is. */
export function PlaceFields() {
  const { t } = useTranslation();
  return (
    <div className="wopts">
      <WholeNumberField
        name="frame.indentTop"
        label={t('widgets.indentTop')}
        help={t('widgets.indent.help')}
        min={0}
        max={49}
        unit="%"
        slider
      />
      <WholeNumberField
        name="frame.indentBottom"
        label={t('widgets.indentBottom')}
        min={0}
        max={49}
        unit="%"
        slider
      />
      <WholeNumberField name="frame.scale" label={t('widgets.scale')} min={25} max={400} unit="%" slider />
    </div>
  );
}

/** What is rarely touched. */
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
      <OnOffField name="frame.calm" label={t('widgets.calm')} help={t('widgets.calm.help')} />
    </div>
  );
}
