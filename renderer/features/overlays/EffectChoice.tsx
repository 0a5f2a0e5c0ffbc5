import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { usePackOptions } from '#renderer/data/packs.ts';
import { useGroup } from '#renderer/kit/form/FormGroup.tsx';
import { ChoiceField, SelectField } from '#renderer/kit/form/fields.tsx';
import type { PackFills } from '#shared/contract/overlay/pack.ts';
import { type ChoiceFieldProps, useChoices } from './fields.tsx';

interface EffectChoiceProps extends ChoiceFieldProps {
  fills: PackFills;
  /** Shows the values side by side, if the host has no packs of this kind. */
  segments?: boolean;
}

/** One of Ringside's effects, or a pack of the host. */
export function EffectChoice({ fills, segments = false, group, values, ...field }: EffectChoiceProps) {
  const { t } = useTranslation();
  const { methods } = useGroup();
  const chosen: unknown = useWatch({ control: methods.control, name: field.name });
  const own = usePackOptions()(fills, String(chosen), t('packs.gone'));
  const options = [...useChoices(group, values), ...own];
  return segments && own.length === 0 ? (
    <ChoiceField {...field} options={options} />
  ) : (
    <SelectField {...field} options={options} />
  );
}
