import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useSettings, useShow } from '#renderer/data/hooks.ts';
import { Field } from '#renderer/kit/form/Field.tsx';
import { useControl, useGroup } from '#renderer/kit/form/FormGroup.tsx';
import { ChoiceField } from '#renderer/kit/form/fields.tsx';
import type { Option } from '#renderer/kit/ui/control.ts';
import { Select } from '#renderer/kit/ui/Select.tsx';
import { backgroundSchema, type Skin, skins, workbenchLayouts } from '#shared/contract/overlay/widget.ts';
import { HexColourField, SegmentsField, Shown, useChoices } from '../fields.tsx';
import styles from '../OptionsForm.module.css';
import { pageSize, plainOptions, sampleAddress, useOverlayPage } from '../overlayPage.ts';
import { PageFrame } from '../PageFrame.tsx';

const backgrounds = backgroundSchema.options.map((option) => option.shape.kind.value);

/** The options of the avatar workbench: layout, skins, background and shown parts. */
export function WorkbenchFields() {
  const { t } = useTranslation();
  const { methods } = useGroup();
  const background = useWatch({ control: methods.control, name: 'background.kind' });
  const skinChoices = useChoices('skin', skins);
  const anchors = useShow((state) => state.preset?.anchors ?? null);
  return (
    <>
      <SegmentsField name="layout" label={t('widgets.layout')} group="layout" values={workbenchLayouts} />
      <fieldset className={styles.page}>
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
          <SkinOfControl anchors={anchors ?? []} choices={skinChoices} />
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
        <HexColourField name="background.colour" label={t('widgets.backgroundColour')} />
      )}
      <Shown names={['showScore', 'showRank', 'showStreak', 'showLive']} />
    </>
  );
}

const skinOfSchema = z.record(z.string(), z.enum(skins));

interface SkinOfProps {
  /** The anchors of the show that is open. */
  anchors: readonly { id: string; nickname: string }[];
  choices: readonly Option[];
}

/** Another skin for single anchors. The value also keeps the skins of other presets' anchors. */
function SkinOfControl({ anchors, choices }: SkinOfProps) {
  const { t } = useTranslation();
  const { id, value, onChange, labelledBy, describedBy, disabled } = useControl();
  const parsed = skinOfSchema.safeParse(value);
  const skinOf = parsed.success ? parsed.data : {};
  const choose = (anchorId: string, skin: Skin | undefined) => {
    const { [anchorId]: _before, ...others } = skinOf;
    onChange(skin === undefined ? others : { ...others, [anchorId]: skin });
  };
  return (
    <fieldset id={id} className={styles.skins} aria-labelledby={labelledBy} aria-describedby={describedBy}>
      {anchors.map((anchor) => (
        <div key={anchor.id} className={styles.skin}>
          <label className="clip" title={anchor.nickname} htmlFor={`${id}${anchor.id}`}>
            {anchor.nickname}
          </label>
          <Select
            id={`${id}${anchor.id}`}
            label={anchor.nickname}
            disabled={disabled}
            value={skinOf[anchor.id] ?? ''}
            options={[{ value: '', label: t('widgets.skinOf.same') }, ...choices]}
            onChange={(chosen) =>
              choose(
                anchor.id,
                skins.find((skin) => skin === chosen),
              )
            }
          />
        </div>
      ))}
    </fieldset>
  );
}

/** The style sheet moves the first anchor's picture into view. */
const SAMPLE_SCALE = 0.34;

/** The second of the sample show; every anchor has a score by then. */
const SAMPLE_SECOND = 12;

/** A preview of a skin: the workbench's page with a sample show that stands still. */
function SkinSample({ skin }: { skin: Skin }) {
  const page = useOverlayPage();
  const language = useSettings((state) => state.language);
  const plain = plainOptions('workbench', language);
  if (plain.kind !== 'workbench' || page === null) return null;
  const options = { ...plain, skin, frame: { ...plain.frame, calm: true } };
  return (
    <span className={styles.skinSample} aria-hidden="true">
      <PageFrame
        address={sampleAddress(page, options, SAMPLE_SECOND)}
        title=""
        size={pageSize(options)}
        scale={SAMPLE_SCALE}
        backdrop="video"
      />
    </span>
  );
}
