import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useControl } from '#renderer/kit/form/formContext.ts';
import type { Option } from '#renderer/kit/ui/control.ts';
import { Select } from '#renderer/kit/ui/Select.tsx';
import { skins as allSkins, type Skin } from '#shared/contract/overlay/widget.ts';

const valueSchema = z.record(z.string(), z.enum(allSkins));

export interface SkinOfProps {
  /** The anchors of the show that is open. */
  anchors: readonly { id: string; nickname: string }[];
  skins: readonly Option[];
}

/** Another skin for single anchors. Those of other presets keep theirs, unseen. */
export function SkinOfControl({ anchors, skins }: SkinOfProps) {
  const { t } = useTranslation();
  const { id, value, onChange, labelledBy, describedBy, disabled } = useControl();
  const parsed = valueSchema.safeParse(value);
  const skinOf = parsed.success ? parsed.data : {};
  const choose = (anchorId: string, skin: Skin | undefined) => {
    const { [anchorId]: _before, ...others } = skinOf;
    onChange(skin === undefined ? others : { ...others, [anchorId]: skin });
  };
  return (
    <fieldset id={id} className="skin-of" aria-labelledby={labelledBy} aria-describedby={describedBy}>
      {anchors.map((anchor) => (
        <div key={anchor.id} className="skin-of__one">
          <label className="clip" title={anchor.nickname} htmlFor={`${id}${anchor.id}`}>
            {anchor.nickname}
          </label>
          <Select
            id={`${id}${anchor.id}`}
            label={anchor.nickname}
            disabled={disabled}
            value={skinOf[anchor.id] ?? ''}
            options={[{ value: '', label: t('widgets.skinOf.same') }, ...skins]}
            onChange={(chosen) =>
              choose(
                anchor.id,
                allSkins.find((skin) => skin === chosen),
              )
            }
          />
        </div>
      ))}
    </fieldset>
  );
}
