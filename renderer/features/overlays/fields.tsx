import { useTranslation } from 'react-i18next';
import {
  ChoiceField,
  ColourField,
  ManyField,
  NumberField,
  SelectField,
  SwitchField,
} from '#renderer/kit/form/fields.tsx';
import { useText } from '#renderer/kit/i18n/useText.ts';
import type { Option } from '#renderer/kit/ui/control.ts';
import { hexColourSchema, type OptionsOf, type WidgetKind } from '#shared/contract/overlay/widget.ts';
import { type Limits, whole } from '#shared/contract/rules.ts';
import styles from './OptionsForm.module.css';

/** Returns the values as options with the texts `widgets.<group>.<value>`. */
export function useChoices(group: string, values: readonly string[]): Option[] {
  const text = useText();
  return values.map((value) => ({ value, label: text({ key: `widgets.${group}.${value}` }) }));
}

interface FieldProps {
  name: string;
  label: string;
  help?: string;
}

export interface NumberFieldProps extends FieldProps {
  limits: Limits;
  unit?: string;
  slider?: boolean;
}

/** A whole number. A number outside the limits shows an error and is not saved. */
export function WholeNumberField({ limits, ...field }: NumberFieldProps) {
  const { t } = useTranslation();
  const { min, max } = limits;
  return (
    <NumberField
      {...field}
      required
      asterisk="none"
      emptyText={{ key: 'widgets.range', params: { min, max } }}
      validate={(value) =>
        whole(limits).safeParse(Number(value)).success ? null : t('widgets.range', { min, max })
      }
      min={min}
      max={max}
    />
  );
}

/** A colour as `#rrggbb`. */
export function HexColourField(field: FieldProps) {
  const { t } = useTranslation();
  return (
    <ColourField
      {...field}
      required
      asterisk="none"
      validate={(value) => (hexColourSchema.safeParse(value).success ? null : t('widgets.colour.invalid'))}
    />
  );
}

export interface ChoiceFieldProps extends FieldProps {
  group: string;
  values: readonly string[];
}

/** One of a few values that are all in sight. */
export function SegmentsField({ group, values, ...field }: ChoiceFieldProps) {
  return <ChoiceField {...field} options={useChoices(group, values)} />;
}

/** One of many values. */
export function ListField({ group, values, ...field }: ChoiceFieldProps) {
  return <SelectField {...field} options={useChoices(group, values)} />;
}

/** One or more of several values. */
export function SeveralField({ group, values, ...field }: ChoiceFieldProps) {
  return (
    <ManyField
      {...field}
      required
      asterisk="none"
      emptyText={{ key: 'widgets.contentRequired' }}
      options={useChoices(group, values)}
    />
  );
}

/** The names of the options that show or hide a part of a widget. */
export type Switched = {
  [K in WidgetKind]: Extract<keyof OptionsOf<K>, `show${string}`>;
}[WidgetKind];

/** Switches that show or hide parts of a widget. */
export function Shown({ names }: { names: readonly Switched[] }) {
  const { t } = useTranslation();
  return (
    <div className={`${styles.options} ${styles.lines}`}>
      {names.map((name) => (
        <SwitchField key={name} name={name} label={t(`widgets.${name}`)} />
      ))}
    </div>
  );
}
