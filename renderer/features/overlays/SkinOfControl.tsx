import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { Choice } from '#renderer/kit/form/choices.tsx';
import { useWrapper } from '#renderer/kit/form/formContext.ts';
import { skins as allSkins, type Skin } from '#shared/contract/overlay/widget.ts';

const valueSchema = z.record(z.string(), z.enum(allSkins));

export interface SkinOfProps {
  /** The anchors of the show that is open. */
  anchors: readonly { id: string; nickname: string }[];
  skins: readonly Choice[];
}

/** Another skin for single anchors. Those of other presets keep theirs, unseen. */
export function SkinOfControl({ anchors, skins }: SkinOfProps) {
  const { t } = useTranslation();
  const { id, field, label, describedBy, disabled } = useWrapper();
  const parsed = valueSchema.safeParse(field.value);
  const skinOf = parsed.success ? parsed.data : {};
  const choose = (anchorId: string, skin: Skin | undefined) => {
    const { [anchorId]: _before, ...others } = skinOf;
    field.onChange(skin === undefined ? others : { ...others, [anchorId]: skin });
  };
  return (
    <fieldset id={id} className="skin-of" aria-label={label} aria-describedby={describedBy}>
      {anchors.map((anchor) => (
        <label key={anchor.id} className="skin-of__one">
          <span className="clip" title={anchor.nickname}>
            {anchor.nickname}
          </span>
          <select
            className="p-inputtext select"
            disabled={disabled}
            value={skinOf[anchor.id] ?? ''}
            onChange={(event) =>
              choose(
                anchor.id,
                allSkins.find((skin) => skin === event.target.value),
              )
            }
          >
            <option value="">{t('widgets.skinOf.same')}</option>
            {skins.map((skin) => (
              <option key={skin.value} value={skin.value}>
                {skin.label}
              </option>
            ))}
          </select>
        </label>
      ))}
    </fieldset>
  );
}
