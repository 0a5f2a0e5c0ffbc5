import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useShow } from '#renderer/data/hooks.ts';
import { Field } from '#renderer/kit/form/Field.tsx';
import { ChoiceField, ColourField } from '#renderer/kit/form/fields.tsx';
import { useGroup } from '#renderer/kit/form/formContext.ts';
import { backgroundSchema, skins, workbenchLayouts } from '#shared/contract/overlay/widget.ts';
import { SegmentsField, useChoices } from './fields.tsx';
import { Shown } from './Shown.tsx';
import { SkinOfControl } from './SkinOfControl.tsx';
import { SkinSample } from './SkinSample.tsx';

const backgrounds = backgroundSchema.options.map((option) => option.shape.kind.value);

/** The avatar workbench: layout, skins, what is behind the anchors, what stands beside them. */
export function WorkbenchFields() {
  const { t } = useTranslation();
  const { methods } = useGroup();
  const background = useWatch({ control: methods.control, name: 'background.kind' });
  const skinChoices = useChoices('skin', skins);
  const anchors = useShow((state) => state.preset?.anchors ?? null);
  return (
    <>
      <SegmentsField name="layout" label={t('widgets.layout')} group="layout" values={workbenchLayouts} />
      <fieldset className="wpage">
        <legend>{t('widgets.skinChoice')}</legend>
        <ChoiceField
          name="skin"
          label={t('widgets.skin')}
          help={t('widgets.skin.help')}
          tiles
          options={skins.map((skin, place) => ({
            value: skin,
            label: skinChoices[place]?.label ?? '',
            picture: <SkinSample skin={skin} />,
          }))}
        />
        <Field
          group
          name="skinOf"
          label={t('widgets.skinOf')}
          help={anchors === null ? t('widgets.skinOf.none') : undefined}
        >
          <SkinOfControl anchors={anchors ?? []} skins={skinChoices} />
        </Field>
      </fieldset>
      <SegmentsField
        name="background.kind"
        label={t('widgets.background')}
        help={t('widgets.background.help')}
        group="background"
        values={backgrounds}
      />
      {background === 'custom' && (
        <ColourField
          name="background.colour"
          label={t('widgets.backgroundColour')}
          required
          asterisk="none"
          validate={(value) => (/^#[0-9a-f]{6}$/i.test(value) ? null : t('widgets.colour.invalid'))}
        />
      )}
      <Shown names={['showScore', 'showRank', 'showStreak', 'showLive']} />
    </>
  );
}
