import { useTranslation } from 'react-i18next';
import { ChoiceField, ManyField, NumberField, SelectField, SwitchField } from '#renderer/kit/form/fields.tsx';
import { useText } from '#renderer/kit/i18n/useText.ts';
import type { Option } from '#renderer/kit/ui/control.ts';

/** The words of an option's value, `widgets.<group>.<value>`. */
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
  min: number;
  max: number;
  unit?: string;
  slider?: boolean;
}

/** A whole number within limits; another one is said to be wrong, and is not saved. */
export function WholeNumberField({ name, label, help, min, max, unit, slider }: NumberFieldProps) {
  const { t } = useTranslation();
  return (
    <NumberField
      name={name}
      label={label}
      help={help}
      required
      asterisk="none"
      emptyText={{ key: 'widgets.range', params: { min, max } }}
      validate={(value) => {
        const number = Number(value);
        const fits = Number.isInteger(number) && number >= min && number <= max;
        return fits ? null : t('widgets.range', { min, max });
      }}
      min={min}
      max={max}
      {...(unit === undefined ? {} : { unit })}
      {...(slider === undefined ? {} : { slider })}
    />
  );
}

export interface ChoiceFieldProps extends FieldProps {
  group: string;
  values: readonly string[];
}

/** One of a few, all in sight. */
export function SegmentsField({ name, label, help, group, values }: ChoiceFieldProps) {
  const options = useChoices(group, values);
  return <ChoiceField name={name} label={label} help={help} options={options} />;
}

/** One of many. */
export function ListField({ name, label, help, group, values }: ChoiceFieldProps) {
  const options = useChoices(group, values);
  return <SelectField name={name} label={label} help={help} options={options} />;
}

/** Any of several, one at least. */
export function SeveralField({ name, label, help, group, values }: ChoiceFieldProps) {
  const options = useChoices(group, values);
  return (
    <ManyField
      name={name}
      label={label}
      help={help}
      required
      asterisk="none"
      emptyText={{ key: 'widgets.contentRequired' }}
      options={options}
    />
  );
}

/** Yes or no, in one line. */
export function OnOffField({ name, label, help }: FieldProps) {
  return <SwitchField name={name} label={label} help={help} />;
}
